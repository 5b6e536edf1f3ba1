/** Words that most guessed passwords are made of, each alone or with digits and signs around it. */
const WORDS = `
aaa abc abcd abcdef access account action adam admin administrator adidas adobe airplane albert alex alexander alexandra
alexis alice alicia alpha amanda amber america american amazing amsterdam anderson andre andrea andreas andrew angel
angela angels animal anna anthony anything apache apollo apple apples april arizona arsenal arthur asdf asdfgh asdfghjkl
ashley asshole aspire athena atlanta august austin australia autumn awesome babe baby babygirl badboy bailey balance
banana banane barbara barcelona barney baseball basket basketball bastard batman beach bear beautiful beauty beaver
becky beer bella berlin beer benjamin bernard best betty beyonce biggie bigdog billy bird birdie birthday biteme black
blackie blahblah blaster blessed blink blizzard blonde blossom blowme blue bluebird bobby bond bonjour bonnie booboo
booger boomer boss boston bowling bradley brandon brandy brasil braves brazil brian britney broncos brooklyn brother
brown bubba bubbles buddy buffalo bulldog bullshit buster butter buttercup butterfly cadillac california camaro camera
camille canada candy captain carlos carmen carolina caroline carpenter carter casper cassie celtic chance changeme
changeit charles charlie charlotte cheese chelsea cherry chester chevrolet chevy chicago chicken chris christ christian
christina christine christmas christopher claire claudia clayton clinton cocacola coffee college company computer
concrete connect connor cookie cookies cool cooper copper corvette courage courtney cowboy cowboys cracker crazy cream
creative cricket cristina crystal cupcake daddy daisy dakota dallas daniel daniela danielle darkness darling david
debbie december default defender dell delta demo dennis denver desire destiny detroit diablo diamond diana diego digital
dirty dodgers dog doggie dollar dolphin dolphins donald donkey dragon dragonball dreams drummer duke dustin eagle eagles
easy eclipse eddie einstein elephant elizabeth elvis emily eminem enter eric erica estrella eternity eugene everton
example extreme facebook falcon falcons family fantasy farmer fashion ferrari fire fireball firefox fireman fish fisher
fishing flash florida flower flowers fluffy flyers football ford forest forever forget formula forum france francis
frank frankie freddy free freedom friday friend friends friendship fuck fucker fuckme fuckoff fuckyou gabriel gambit
games gandalf garfield gateway gemini general genesis george georgia german germany ghost giants gibson ginger giovanni
girl girls gizmo global goblue god goddess godzilla golden goldfish golf golfer good google gordon grace green gregory
guest guitar gunner hacker hahaha hammer hannah happy hardcore harley harrison harry harvey hawaii heart heather hello
hellokitty helpme hermes heyhey hockey holiday hollywood home honda honey horses hotdog hottie house houston hunter
hunting iceman iloveu iloveyou imagine infinity inside internet iphone ironman isabella isabelle island jack jackass
jackie jackson jaguar jake jamaica james january jasmine jason jasper jeffrey jennifer jeremy jerry jessica jessie jesus
jesuschrist jimmy joanna johanna john johnny johnson jonathan jordan joseph joshua juice julia julian julie july junior
jupiter justice justin justme karen karina katherine kathleen katie kayla kelly kenneth kermit kevin killer kimberly
king kingdom kiss kisses kitten kitty knight kramer kristen kristina lacrosse ladybug lakers lauren legend leonardo
leslie letmein letmeinnow liberty lifehack light lightning lincoln linkedin lisa little liverpool lizard login logitech
london looking loser louise love lovely loveme lover lovers loves loveyou lucky lucy madison madonna maggie magic
magnum manager manchester manutd marcus margaret maria mariah marie marina marine mario marley marlboro martin martina
marvin mary maryjane master matrix matthew maverick maxwell melanie melissa member mercedes mercury merlin metallica
mexico michael michel michelle mickey midnight miguel mike miller million minecraft miranda mistress mitchell mobile
molly momdad monday money monica monkey monster montana moon moose morgan morning mother motorola mountain mouse
movie muffin murphy music mustang mylove mypassword myspace naruto nascar natalie natasha nathan naughty naveen ncc
nelson newyork nicholas nicole nintendo nirvana nissan nobody none nothing november office oliver olivia online operator
orange orlando oscar pacific packers paladin pamela panda pantera panther panthers paradise paris parker pass passion
passw passwd passwort password passwords patches patricia patrick paul peaches peanut pebbles penguin penis people
pepper pepsi peter phantom philip phoenix phone photos picasso pickle picture pink pirate platinum player playboy
please pokemon poker police pookie poop popcorn porsche portugal power precious president prince princess princesa
private prodigy public pumpkin puppy purple pussy python qazwsx qazwsxedc qwaszx qwer qwert qwerty qwertyu qwertyuiop
qwertz qweasd qweasdzxc rabbit rachel racing raider raiders rainbow ranger rangers raptor raymond rebecca redsox reggie
remember richard robert roberto robin robot rocket rocky rock rocks ronaldo rosebud roses runner russia ryan sabrina
sailor saint sakura samantha sample samson samsung samuel sandra santa santiago sarah saturday saturn savannah scarface
school scooby scooter scorpio scorpion scott secret secrets september service sergey sexy shadow shannon shelby sheldon
sierra silver simon simple simpsons singer single sister skater skippy slayer slipknot smile smokey snickers snoopy
snowball snowman soccer sofia softball soldier solomon something sophia sophie spain spanky sparky special spencer
spider spiderman spirit spongebob spring sprite squirrel stanley star stargate stars starwars stella stephanie stephen
steve steven stewart student success sucker sugar summer sunday sunflower sunny sunshine super superman supernova
superstar surfer susan suzuki swimming switch sydney sylvia system tamara target taurus taylor teacher teddy teddybear
tennis teresa test tester testing texas theman theresa therock thomas thunder thursday tiffany tigers tiger tigger
timothy tinkerbell titanic tomcat toor tottenham toyota training travel travis trinity trouble trucks trustme trustno
tucker turtle tweety twitter tyler united universe user valentin valentina vanessa vegeta verizon veronica victor
victoria victory viking vincent violet virginia vision vladimir volleyball voodoo walter warcraft warrior welcome
westside whatever white whatsup wicked wildcat william williams willow wilson windows winner winnie winston winter
wisdom wizard wolf wolverine wonderful wordpass work xavier xxxx yamaha yankee yankees yellow young yourself zachary
zaqwsx zeppelin zombie zxcvb zxcvbn zxcvbnm
maintenance reliability workshop workshops uptime downtime technician planner engineer supervisor bearing turbine vendor
kansascity wisconsin
`

/** Digits that people type in a row, a column or a square, and common years and dates. */
const RUNS = [
  '01234567890',
  '09876543210',
  '1234567890',
  '147258369',
  '159357',
  '789456123',
  '123321',
  '00112233445566778899',
  'aabbccddeeffgghhii',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'poiuytrewq',
  'mnbvcxz',
  'lkjhgfdsa',
]

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''))
export const COMMON_RUNS: readonly string[] = RUNS
