"""Words that tell the names of people from titles."""

# Given names in many languages: they tell `Donald Knuth` from `Neural Networks` where nothing else does.
_GIVEN_NAMES_LISTED = """
aaron abigail adam aditya adrian ahmed aidan alan albert alec alejandro aleksander alex alexander alexandra alexei
alexey alfred ali alice alina alison amanda amir amit amy ana anders andre andrea andreas andrej andrew andrey andy
angela anil anita ann anna anne anthony antoine anton antonio arjun armand arthur arun arvind ashish barbara ben
benjamin bernard bernhard bertrand beth betty bill björn bob boris brad brandon brendan brenda brian bruce bruno
butler carl carla carlo carlos carol caroline catherine charles charlie chen chloe chris christian christina christine
christoph christopher claire claude claudia colin craig dan daniel daniela dario dave david dawn deborah denis dennis
diana diego dimitri dinesh dirk dmitry don donald donna dorothy douglas duncan dylan ed edgar edmund eduardo edward
edsger elaine eleanor elena eli elias elizabeth ellen emil emily emma emmanuel enrico eric erich erik ernest ethan
eugene eva evan fabian fabio felix fei fernando florian frances francesca francesco francis francois françois frank
franz fred frederick friedrich gabriel gary geoff geoffrey georg george georges gerald gerhard gilbert giovanni glenn
gordon grace graham greg gregory guido guillaume gustav guy hannah hans harald harold harry heather hector heinrich
helen helmut henri henry herbert hiroshi holger horst howard hugo ian igor ilya ingrid ioannis irene isaac isabel ivan
jack jackie jacob jacques jakob james jamie jan jane jared jason javier jay jean jeff jeffrey jennifer jeremy jerry
jesse jessica jill jim jimmy joan joel joe johan johann johannes john johnny jon jonas jonathan jordan jorge jose josé
josef joseph josh joshua juan judea judith julia julian julie jun jürgen justin kai karen karl karsten kate katherine
kathleen kathryn kay keith keller kelly ken kenneth kent kevin kim klaus konrad kurt kyle lars laura lauren laurent
lawrence leo leon leonard leonid leslie lilian linda linus lisa liz logan lorenzo louis lucas lucy ludwig luis luke
lukasz łukasz lynn manuel marc marcel marco marcus margaret maria marie mario marion mark markus marta martin martha
mary mateo matei matt matteo matthew matthias maurice max maya megan mei melanie michael michel michelle miguel mikael
mike mikhail milton miriam mohamed mohammad mona monica morgan moritz nadia nancy naomi natalia natalie natasha nathan
neal neil nicholas nick nicola nicolas niels niki nikita niklaus nikola nina noah noam noel nora norbert norman olga
oliver olivier omar oscar otto pablo pamela paolo pascal pat patricia patrick paul paula pavel pedro per percy peter
petra phil philip philipp philippe pierre pieter priya quentin rachel rafael rahul raj rajesh ralf ralph randall
raphael ravi ray raymond rebecca reinhard remi rené ricardo rich richard rob robert roberta roberto robin rodney roger
roland rolf roman ron ronald rosa ross roy rudolf russ russell ruth ryan sally sam samuel sandra sanjay sara sarah
sasha saul scott sean sebastian sergei sergey seth shane shannon sheila sherry simo simon simone sofia sophie stas
stefan stefano stella stephan stephane stephanie stephen steve steven stewart stuart sue sunil susan susanne suzanne
sven sylvain takashi tanja tanya tara ted teresa terry theo theodore thomas tim timnit timo timothy tina tobias todd
tom tomas tommy tony tracy tri ulrich uwe valentina vera veronica vicki victor victoria vijay vikram vincent virginia
vladimir walter wei wendy wenyu werner wes wilhelm will willard william wolfgang xavier xin yair yan yang yann yannick
yi yoav yoshua yuan yuri yves zachary zoe zoubin abdul abhishek adi aleksandr aleksandra alessandro alexandre alfonso
ally amelia anand andriy anees anja ankit anurag aravind ariel armando arnold asaf ashwin astrid avi azalia barry bart
beatrice bengt bharath bjarne bogdan boaz bryan cameron carsten cecilia chad chelsea cheng chi chirag chuck clara
clemens cliff clifford cory curtis cynthia dalia damien danny darius darren dean debora deepak derek devi dianne
dieter dimitris dominic doris dragomir eduard edwin eitan elad eleni elliot elon elvis emre enrique ericka ernie erwin
esther ezra farah felipe filip frederic gabor gaurav gavin gerd gideon gonzalo greta guang hal han hao haim harsh
harvey hassan heidi heinz helga henrik hideo hugh ibrahim ilan imran indra ines ion iris isabella ishaan itai jaakko
jakub jamal janet jaroslav jeanette jeannette jelani jens jerome jia jian jiang jie jin jing joachim jodi johanna jorg
josephine joy jules kaiming kamal kang karan karim karthik katja katrin kazuo kei khalid kirill kirsten klara kris
krishna kristen kristina kumar lakshmi laszlo lea leah lei leila leonardo leopold li lin ling lionel lorena louise
luca luciano luisa lutz maarten mads magnus mahesh malik manish manolis manuela marek margarita marian marina mariana
maxim maxime mehmet mehdi mercedes meredith mihai mikko milan ming mina miranda mirko mohit mooly moses mustafa myles
nadine navin neha nelson ngoc nikhil nils nir nisha ofer oleg omer oren orna osman owen pankaj parker patrice pavan
peng petros philippa ping piotr pooja prabhat pranav prateek preston qi qian qing rachael radu raghu rajeev raman
ramesh rami ranjit raquel rasmus raul reed rekha renata reza rishabh rita rohan rohit ronan ronny rosalind rowan
roxana ruben rui rupert ruslan sachin sadie saeed samir samy sanjeev santiago sayed sebastien selma serge shai shafi
shivam shiva shlomo shreya shuang silvia silvio simeon soumith srinivas stan stanislav sudha suresh surya susanna
sylvia tae tal tamara tatiana tejas tengyu thierry thorsten tijmen tomasz torsten trevor tristan tushar ulf umar urs
vaibhav valerie varun vasily veit venkat vicente vijaya vikas viktor vinay vineet vipul vishal vivek vladlen wang
willem wilson wim wojciech xiao xiaodong xiaoming yael yanis yannis yaroslav yash yasmin ying yiming yong yoon yoshi
youssef yuval yvonne zach zeynep zhang zhi zhen zoltan niklas hartmut ulrike sabine jörg ingo volker terrance trent
agatha aldous alexis amartya amos annaleen annie arundhati audre ayn barack becky bertolt blake brené bret bronnie cal
caleb camille cao carmen carson cathy charity charlotte chimamanda chinua chinyere christos cixin colson corey cormac
daphne daron deirdre delia deng dostoevsky elif emile erika erin evelyn fyodor gabe gabrielle garth gene gretchen guo
günter hanif haruki hermann hilary huang iain imre isabelle italo jez jhumpa joyce juli kelsey khaled kristin liu luo
marguerite marilynne masha nassim ngozi nicole nnedi octavia orhan pema pepper primo rainer roxane rutger salman
samanta sheryl siddhartha stieg tana toni truman umberto ursula vaclav walt xie yukio zadie zeng zhao zheng zhou zora
émile агата александр алексей андрей анна антон антуан артур борис брайан виктор владимир денис джеймс джон джордж
дмитрий дональд дэвид евгений елена иван игорь илья кирилл лев майкл максим мария марк мартин михаил николай ольга
павел петр питер пол пётр роберт роман рэй сергей стив стивен татьяна томас умберто федор фёдор эндрю эрик эрих юрий
andrzej malcom sibylle frédéric juho rikard gennadiy gennady ajay dinis grzegorz filip слава святослав
goetz götz sidney mendel carles sheri theda gerard stijn cyriel theodore osamu natsume
"""
GIVEN_NAMES = frozenset(_GIVEN_NAMES_LISTED.split())

# Words of titles and topics that are written with a capital and are no names; one of them and a phrase is no name.
_NO_NAMES_LISTED = """
fall spring summer winter autumn january february july september october november december monday tuesday wednesday
thursday friday saturday sunday aufl hrsg a about above abstract abstraction accelerators access accurate adaptive
additional advanced advances adversarial after agent agents ai algorithm algorithms all alignment also an analysis and
annotated api application applications applied approach approaches architecture architectures art article as assembly
asynchronous at attention attack auto automated automatic background backend basic basics batch bayesian beginner
beginners benchmark benchmarks best better beyond big binary blog book books building by c calculus career case causal
chapter chip circuits classic classics classification cloud cluster clusters code coding cognitive collection common
communication compiler compilers complete complex complexity compression computation computational compute computer
computers computing concepts concurrency concurrent conference consensus consistency context contrastive control
convergence conversation convolutional core cost course cryptography cuda culture current data database databases
datasets decision decoding deep deployment design detection developer developers development diffusion digital
discrete distillation distributed docker documentation documents domain driven dynamic dynamics economics edge edition
efficient embedding embeddings encoding end energy engine engineer engineering engineers english error essay essays
essential evaluation everything evolution exact example examples experience experiments explained exploration fast
fault features federated field file files finance first flash flow for formal forward foundation foundations framework
frameworks free from full function functional functions fundamentals further future game games gem general generation
generative geometry getting gpu gpus gradient graph graphs great group guide hands handbook hardware heterogeneous
hidden hierarchical high history how human hybrid ideas image images implementation implementing important improving
in inference information infrastructure inside insights integration intelligence interactive interesting interface
internals internet into intro introduction is issues it its java joint journey kernel kernels knowledge lab language
languages large latency latest law laws layer layers learn learned learning lecture lectures lessons library life
linear linux list literature llm llms local logic long loss low machine machines magazine making management manual
many mathematics math matrix matters maximum me mechanics memory meta method methods metrics micro microservices
middle mind mixed mixture ml model modeling modelling models modern more most multi multiple my native natural nature
near network networking networks neural new news next no node non not notes notebook novel now number numbers object
of off on one online only open operating optimal optimization optimizing or oriented origin other our out over
overview page pages papers paper parallel parallelism part parts pattern patterns performance perspective physics
pipeline planning platform platforms podcast point points policy portable post posts power practical practice
practices precision prediction primer principles privacy probabilistic probability problem problems process processes
processing product production profiling program programmer programmers programming programs project projects proof
properties protocol protocols python pytorch quality quantization quantum query question questions quick random
ranking react reader reading real reasoning recent recognition recommended reference references reinforcement related
reliable replication report representation representations required research resource resources results retrieval
review revisited rise robotics robust role rules runtime rust safety sampling scalable scale scaling scheduling
science sciences search section security self semantic semantics sequence series server serverless service services
serving session set shared short simple simulation site skills slides small social society software solutions some
source space sparse spec specification speech speed stack standard start started state static statistical statistics
step storage stories story strategies strategy stream streaming structure structured structures students studies study
style summary supervised support survey symbolic synthesis system systems talk talks task tasks technical techniques
technology test testing tests text the their theorem theoretical theory there thesis thing things think thinking this
thoughts throughput time tips to today tokens tool tools topic topics toward towards traffic training transfer
transformer transformers transactions tree trees trends tricks tuning tutorial tutorials two type types typed under
understanding unified university universal update use useful user users using value variational vector version via
video videos view virtual vision visual visualization volume vs wave way we web website week weeks what when where
which who why wiki wisdom with without word words work workflow workflows working workshop workshops world worse
writing xml you your zero acknowledgements appendix conclusion discussion experimental mining timing caching leading
paris london berlin zürich york cambridge oxford
"""
NO_NAMES = frozenset(_NO_NAMES_LISTED.split())
