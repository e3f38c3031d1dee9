//! A goal in other words that mean the same: what is not understood as it stands may be once turns of phrase that the grammar has no
//! clause for are put plainly. What was said and what it was taken for is noted, so that the plan can say so.

use super::{
    count::{self, written_out},
    parser::begins_a_clause,
    voice::ordered,
    words::{Word, is_joint, words},
};

/// How a turn of phrase is put plainly. `<a>` and `<b>` are runs of words within a clause, `<w>` is one word, `<n>` and `<m>` are numbers, `<d>` is
/// a point of the compass, `<p>` a name that a place may have; `by/near` is either of both, `the/` that or nothing; `|` is where a clause begins or
/// ends, `$` where it ends and no "and" goes on with it. In the plain words they stand for what they were.
struct Turn {
    said: &'static str,
    plain: &'static str,
}

const fn turn(said: &'static str, plain: &'static str) -> Turn {
    Turn { said, plain }
}

/// What would be understood otherwise than it is meant: it is put plainly before anything is read.
const ALWAYS: &[Turn] = &[
    turn("| pass through the", "go through the"),
    turn(", and/ nothing else |", ""),
    turn("and nothing else |", ""),
    turn(", no/nothing/not more than that |", ""),
    turn(", no/nothing/not more |", ""),
    turn("and no/nothing more than that |", ""),
    turn(
        "and/then say <a> when/once/after it's/its/that's/you're finished/done/ready/complete/built/there $",
        "and say <a>",
    ),
    turn(
        "and/then say <a> when/once/after it/that/you is/are finished/done/ready/complete/built/there $",
        "and say <a>",
    ),
    turn("| leave the other half as it/they are/is |", ""),
    turn("and leave the other/rest half/ones/ as they/it are/is |", ""),
    turn("and leave the other/rest half/ones/ alone/untouched |", ""),
    turn(", any wood |", ""),
    turn(", any wood is fine |", ""),
    turn(", any wood will do |", ""),
    turn(", any kind of wood |", ""),
    turn(", any kind |", ""),
    turn(", any colour |", ""),
    turn(", any color |", ""),
    turn(", any type |", ""),
    turn(
        "| leave just/only/ <n> <a> in the <w> and/, take the others/rest of/ it/them/ |",
        "take all the <a> but <n> from the <w>",
    ),
    turn("| leave only/just <n> <a> in the <w> |", "take all the <a> but <n> from the <w>"),
    turn("| set the campfire on fire |", "light the campfire"),
    turn("| set fire to the campfire |", "light the campfire"),
    turn("| go/walk/step through the <w> and leave it open |", "open the <w> and go through it"),
    turn("| go/walk/step through the <w> , leave it open |", "open the <w> and go through it"),
];

const TURNS: &[Turn] = &[
    turn("when/once you're there $", ""),
    turn("<n> to <w> and keep the last one |", "<n> to <w>"),
    turn("in/into the <w> ; put them/it there |", "in the <w>"),
    turn("| you may now/ eat", "eat"),
    turn("| you may now/ go", "go"),
    turn("| you may now/ sleep", "sleep"),
    turn("| you may now/ open", "open"),
    turn("some <n>", "<n>"),
    turn("| make/craft me/ some/a/ <a> out of all your/the/my <b> |", "turn all your <b> into <a>"),
    turn("| make/craft me/ some/a/ <a> from/of all your/the/my <b> |", "turn all your <b> into <a>"),
    turn("| dig yourself down", "dig down"),
    turn("until/till you are/reach/get at/to/ height/level/y <n> |", "to y <n>"),
    turn("until/till you're at height/level/y <n> |", "to y <n>"),
    turn("| forget the <w> again/ |", "forget the place called the <w>"),
    turn("| forget <p> again/ |", "forget the place called <p>"),
    turn("all the/ stuff/things/items from/in the", "everything from the"),
    turn("| put <a> from the <w> in/into/to the", "move <a> from the <w> to the"),
    turn("| the wheat is ripe/ready/grown , please/so/ harvest/reap/cut it |", "harvest the wheat"),
    turn("| sink/drive a", "dig a"),
    turn("a hole/pit there/here , <w> and <n> blocks/ deep |", "a <w> hole <n> deep"),
    turn("a hole/pit there/here , <w> , <n> blocks/ deep |", "a <w> hole <n> deep"),
    turn("please , but without any/", "without"),
    turn(", but without any/", "without"),
    turn("| a/one <w> house/hut/cabin/cottage/tower without", "build a <w> house without"),
    turn("| take <a> in/into hand", "hold <a>"),
    turn("| get the campfire burning/going/lit/alight |", "light the campfire"),
    turn("how does/do/can/would one/you/people/someone make/craft", "how do i make"),
    turn("how can/would/should i/we make/craft", "how do i make"),
    turn(
        "what/which materials/things/stuff/items/resources/blocks/ingredients do/would/will i/we/you need",
        "what do i need",
    ),
    turn("how much time would/will/do/does it/you need/take you/ to", "how long would it take you to"),
    turn("| i'm new/lost/stuck/confused here/ , help", "help"),
    turn("| for <n> days <a> every/each <w> |", "every <w> <a> for <n> days"),
    turn(", leave the others/rest/other raw/uncooked/unsmelted |", ""),
    turn("| chop/cut wood/trees/logs until/till you've/you got/have <n> logs |", "get <n> logs"),
    turn("keep whatever/what/any <a> is/are left over/ |", "keep the rest"),
    turn("keep whatever's/what's left over/ |", "keep the rest"),
    turn("| break/mine/dig <a> and bring/take it along/away |", "mine <a>"),
    turn("| break/mine/dig <a> and bring/take it along/away/ with you |", "mine <a>"),
    turn("| before you <a> , please/ <b> $", "<b> , then <a>"),
    turn(
        "| move the <a> from the <w> to/into the <p> , but leave/keep <n> of/ them/it/ there/in/ it/ |",
        "move all the <a> but <n> from the <w> to the <p>",
    ),
    turn("| put <a> in/into the <w> until/till you have just/only/ <n> left |", "put all your <a> but <n> in the <w>"),
    turn("| put <a> in/into the <w> until/till you have just/only/ <n> |", "put all your <a> but <n> in the <w>"),
    turn("| put <a> in/into the <w> until/till you only have <n> left/ |", "put all your <a> but <n> in the <w>"),
    turn("| take all but a dozen of the <a> in/from the <w> |", "take all the <a> but 12 from the <w>"),
    turn("| take all but <n> of the <a> in/from the <w> |", "take all the <a> but <n> from the <w>"),
    turn("but hang/hold on to", "but keep"),
    turn("the <w> that/which are/is left over/ in", "the rest of the <w> in"),
    turn("how many/much <w> do/does/would/will <n> <a> take/need |", "how many <w> do i need for <n> <a>"),
    // What says how exactly a number is meant, or how it is to be done, and changes nothing.
    turn(", if that/it isn't/is/not too/ not/ too/ much trouble/bother/hassle/work/effort |", ""),
    turn(", if that's/it's not too much trouble/bother/hassle/work/effort |", ""),
    turn("and not one/a more |", ""),
    turn(", not one/a more |", ""),
    turn("and no/nothing more |", ""),
    turn(", no more and no less |", ""),
    turn(", no more no less |", ""),
    turn(", every/each last/single/ one/bit of them/it/those |", ""),
    turn(", if you would ,", ""),
    turn("don't lose/drop/break/waste/forget it/them/any |", ""),
    turn("do not lose/drop/break/waste/forget it/them/any |", ""),
    turn("and leave it like that/this $", ""),
    turn("and leave it so/alone/be $", ""),
    turn("and leave it that way $", ""),
    turn("and/but kept/keep everything else |", ""),
    turn("and/but keep/leave the remaining/others/rest ones/ |", "and keep the rest"),
    turn("and/but keep/leave the remaining/other <n> |", "and keep the rest"),
    turn("and keep it/that/this/them |", ""),
    turn("when/once you/you've/you're get/got/arrive/arrived/reach/reached there there/it/ $", ""),
    turn(
        ", once/when/as it/that/it's/that's stands/is/done/built/finished/ready/complete done/built/finished/ready/complete/ ,",
        "then",
    ),
    // What is wanted.
    turn("| see to it that you", ""),
    turn("| <a> is/are what/all/everything i'm/i/we're am/ after |", "get <a>"),
    turn("| <a> is/are what/all/everything i/we want/need |", "get <a>"),
    turn("| what/all i/we want/need/'d/would like/ is/are", "get"),
    turn("| i'd/i would/ like/love to see a/an <a> here |", "build a <a> here"),
    turn("| i'd/i would/ like/love to see a/an <a> |", "build a <a> here"),
    turn("| put a/an/the <a> together here/ , in <w> |", "build a <w> <a>"),
    turn("| put a/an/the <a> together for/ me/us/ , in <w> |", "build a <w> <a>"),
    turn("| put a/an/the <a> together", "build a <a>"),
    turn("the stuff/things/materials/parts/bits for a/an", "the ingredients for a"),
    turn("buckets , smelt the iron for them first/ |", "buckets"),
    turn("bucket , smelt the iron for it first/ |", "bucket"),
    turn("| of the/your/my/those/these <n> <a> , <p> <m> and keep/leave the other/others/rest <n> $", "<p> <m> <a>"),
    turn("| of the/your/my/those/these <n> <a> , <p> <m> and keep/leave the other/others/rest $", "<p> <m> <a>"),
    turn("| of the/your/my/those/these <n> <a> , <p> <m> |", "<p> <m> <a>"),
    turn("| of the/your/my/those/these <a> , <p> <m> |", "<p> <m> <a>"),
    turn("| with/using/from/of the/your/my/those <a> , make/craft as many/much <b> as", "make as many <b> as"),
    turn("| with/using/from/of <n> <a> , make/craft <b> |", "make <b> out of <n> <a>"),
    turn("| saw/cut/chop/split/process <a> up/ into", "turn <a> into"),
    turn("| craft/make/convert/transform/process <a> into", "turn <a> into"),
    turn("| make/craft iron <p> out of/from <n> of the/your/my ingots |", "turn <n> iron ingots into iron <p>"),
    turn("| make/craft <w> <p> out of/from <n> of the/your/my <a> |", "turn <n> of your <a> into <w> <p>"),
    turn("| make/craft <w> out of/from <n> of the/your/my <a> |", "turn <n> of your <a> into <w>"),
    turn("from/with/of/using its wood/logs |", "from it"),
    turn("out of its wood/logs |", "from it"),
    // Where one goes.
    turn("| get yourself down", "go down"),
    turn("| get yourself up", "go up"),
    turn("| get yourself over", "go"),
    turn("| get yourself back", "go back"),
    turn("| get yourself home", "go home"),
    turn("| visit/approach the/a/an/ <a> |", "go to the <a>"),
    turn("| finish/end/end up/ at/by/beside the <a> |", "go to the <a>"),
    turn("| head/make for the", "go to the"),
    turn("| head/make for", "go to"),
    turn("then/and go/come/walk/run/head back to where you/we started/began from/out/off/ |", "then go back"),
    turn(", go/come/walk/run/head back to where you/we started/began from/out/off/ |", ", go back"),
    turn("then/and return to where you/we started/began/were/stood/came from/before/ |", "then go back"),
    turn("| come/get/climb/go back up/ to/onto the/ surface |", "back up to the surface"),
    turn("until/till you come/run/stumble across/upon/on/into/over some/any/a/an/", "until you find"),
    turn("until/till you spot/notice/hit/reach/locate some/any/a/an/", "until you find"),
    turn(", some/about/around/for/ <n> blocks of/ it/that/ |", "<n> blocks"),
    turn("the land to the", "to the"),
    turn("<n> <a> , one for each of <b> |", "<n> <a>"),
    turn("| get/take your/the/that/a <a> out and hold/wield/equip/use it |", "hold your <a>"),
    turn("| get/take your/the <a> out |", "hold your <a>"),
    turn("the best <w> you have/own/hold/got/carry |", "your best <w>"),
    turn("the best <w> that/which you have/own/hold/got/carry |", "your best <w>"),
    turn("the best <w> you've got |", "your best <w>"),
    turn("| put your/the/my <a> and <b> on |", "put on your <a> and <b>"),
    // Chests.
    turn(
        "| take/get/grab everything out of/ the <w> except/but/besides/excluding for/ <a> and <b> |",
        "take everything but <a> and <b> out of the <w>",
    ),
    turn(
        "| take/get/grab everything out of/ the <w> except/but/besides/excluding for/ <a> |",
        "take everything but <a> out of the <w>",
    ),
    turn(
        "| take/get/grab everything out of the <w> apart from <a> and <b> |",
        "take everything but <a> and <b> out of the <w>",
    ),
    turn("| take/get/grab everything out of the <w> apart from <a> |", "take everything but <a> out of the <w>"),
    turn(
        "| take/get/grab everything from the <w> except/but/besides/apart for/from/ <a> and <b> |",
        "take everything but <a> and <b> out of the <w>",
    ),
    turn(
        "| take/get/grab everything from the <w> except/but/besides/apart for/from/ <a> |",
        "take everything but <a> out of the <w>",
    ),
    turn("| the <a> goes/go/belongs/belong in/into/inside the", "put the <a> in the"),
    turn("| add <a> to what's/what in/inside the <w> |", "put <a> in the <w>"),
    turn("| add <a> to what is/lies in/inside the <w> |", "put <a> in the <w>"),
    turn("| add <a> to the chest |", "put <a> in the chest"),
    turn("| add <a> to the barrel |", "put <a> in the barrel"),
    turn("| stow/tuck/pop/slip/stuff away/ <a> in/into/inside the", "put <a> in the"),
    turn(
        "| shift/transfer/carry/haul/bring/relocate <a> from the <w> over/across/ to/into the",
        "move <a> from the <w> to the",
    ),
    turn(
        "| shift/transfer/carry/haul/relocate <a> out/ of/ the <w> over/across/ to/into the",
        "move <a> from the <w> to the",
    ),
    turn(
        "| take all/ of/ the <a> from/in the <w> except/but for/ <n> of/ them/ |",
        "take all the <a> but <n> from the <w>",
    ),
    turn(
        "| take all/ of/ the <a> out of the <w> except/but for/ <n> of/ them/ |",
        "take all the <a> but <n> from the <w>",
    ),
    turn(
        "| take all/ of/ the <a> from the <w> , but/and/ leave/keep <n> of/ them/it/ in/ there/it/inside/ |",
        "take all the <a> but <n> from the <w>",
    ),
    turn(
        "| take all/ of/ the <a> from the <w> but/and leave/keep <n> of/ them/it/ in/ there/it/inside/ |",
        "take all the <a> but <n> from the <w>",
    ),
    turn("| from/out of/ the <w> i want/need just/only <a> |", "take <a> from the <w>"),
    turn("| from/out of/ the <w> i want/need <a> |", "take <a> from the <w>"),
    turn("| from the <w> , take/get/grab/fetch only/just/ <a> |", "take <a> from the <w>"),
    turn("| leave the other/rest things/stuff/items/ in/ there/it/inside/ |", ""),
    turn(
        "| bring/give/fetch/hand/get <p> <n> <a> from/in the chest",
        "take <n> <a> from the chest and give them to <p>",
    ),
    turn(
        "| bring/give/fetch/hand/get <p> <n> <a> from/in the barrel",
        "take <n> <a> from the barrel and give them to <p>",
    ),
    turn("| what does/do the <w> hold/contain/have inside/in/ it/ |", "what is in the <w>"),
    turn("| how many/much <a> are/is/r in the <w> . go/and/ look/check/see |", "what is in the <w>"),
    turn("| go/and/ look/check how many/much <a> are/is in the <w> |", "what is in the <w>"),
    // Work and buildings.
    turn("| sow/replant/resow the/that field again/anew/ |", "replant it"),
    turn("hole/pit/trench/shaft/tunnel that's/that/which is/ <n> blocks/block/ deep", "hole <n> deep"),
    turn("a hole/pit of <w> blocks/ |", "a <w> hole"),
    turn("a hole/pit of <w> here/there |", "a <w> hole here"),
    turn("house/hut/cabin/shed/cottage , <n> by <m>", "house <n> by <m>"),
    turn("in/on/at this very/exact spot/place |", "here"),
    turn("undo that/the build/building/work/job |", "undo that"),
    // The hands and what stands there.
    turn("| take <a> in/into your hand/hands", "hold <a>"),
    turn("the better/best one/ of your/the two/three/both/ chestplates |", "your best chestplate"),
    turn("the better/best one/ of your/the two/three/both/ helmets |", "your best helmet"),
    turn("the better/best one/ of your/the two/three/both/ swords |", "your best sword"),
    turn("the better/best one/ of your/the two/three/both/ pickaxes |", "your best pickaxe"),
    turn("the better/best one/ of your/the two/three/both/ axes |", "your best axe"),
    turn("the better/best one/ of your/the two/three/both/ shovels |", "your best shovel"),
    turn("the better/best pair/ of your/the two/three/both/ boots |", "your best boots"),
    turn("the better/best pair/ of your/the two/three/both/ leggings |", "your best leggings"),
    turn("| put/get on all/ of/ my/your/the <w> armor/armour |", "wear <w> armor"),
    turn("| wear all of/ my/your/the <w> armor/armour |", "wear <w> armor"),
    turn("| fill both of/ your/the/ buckets with", "fill 2 buckets with"),
    turn("| fill all of/ your/the <n> buckets with", "fill <n> buckets with"),
    turn("| fill your/the <n> buckets with", "fill <n> buckets with"),
    // Players.
    turn(
        "| divide/split/share the/your/my/ <a> so that/ <w> gets/has <n> and <p> gets/has <m> |",
        "give <w> <n> <a> and give <p> <m> <a>",
    ),
    turn("its night", "it's night"),
    turn("its morning", "it's morning"),
    turn("its dark", "it's dark"),
    // What is asked.
    turn("| explain/tell/show to/ me/us/ how a/an/the <a> is made/crafted/built |", "how do i make a <a>"),
    turn("| how is/are a/an/ <a> made/crafted |", "how do i make <a>"),
    turn("| make/craft <n> <w> out of my/your/the <p> planks |", "make <n> <p> <w>"),
    turn("| make/craft <n> <w> from my/your/the <p> planks |", "make <n> <p> <w>"),
    turn("as possible from/with what you have |", "as possible"),
    turn("dig down to <n> blocks below here/you |", "dig down <n> blocks"),
    turn("and plant a sapling in its place |", "and replant it"),
    turn("| strip mine <n> blocks of tunnel to/ the/ <d> |", "dig a tunnel <n> long <d>"),
    turn("| how much/many <w> do i/we/you need for a/an <b> |", "what do i need to build a <b>"),
    turn("| plant/sow <a> next/close to the water |", "go to the water and plant <a>"),
    turn("| plant/sow <a> by/near/beside the water |", "go to the water and plant <a>"),
    turn("| which/what player is closest/nearest to/ you/me/ |", "who is here"),
    turn("till <n> blocks", "till <n> dirt"),
    turn("tell me how many/much <w> are/is left |", "tell me how many <w> you have"),
    turn("around the field |", "around the wheat"),
    // As people write: a third set of goals.
    turn("<w> fence/wall pieces/posts/segments", "<w> fences"),
    turn("| turn around/ to look/face/see <d> |", "face <d>"),
    turn(
        "| move/head/walk/run/pop/nip/wander/stroll/trot/jog/hop/skip/dash/hurry/rush/get/saunter/amble over/across/up/down/along/ to",
        "go to",
    ),
    turn("| save/store/mark/keep this location/place/spot/position as/under", "remember this place as"),
    turn("and stand/stop/wait next to it |", ""),
    turn("and stand/stop beside/by it |", ""),
    turn(
        "| wander/look/walk/roam off/around/about/ until you come across/upon some/any/a/an/ <a> |",
        "explore until you find <a>",
    ),
    turn("| dig your/a way down to", "dig down to"),
    turn("to y level <n>", "to y <n>"),
    turn("take the <a> out of the <w> , all of it/them |", "take all the <a> from the <w>"),
    turn("take the <a> from the <w> , all of it/them |", "take all the <a> from the <w>"),
    turn("that is/are/lies/lie in the chest |", "from the chest"),
    turn("that is/are/lies/lie in the barrel |", "from the barrel"),
    turn("that's in the chest |", "from the chest"),
    turn("that's in the barrel |", "from the barrel"),
    turn("whatever/what isn't food", "everything but food"),
    turn("whatever/what is not food", "everything but food"),
    turn("everything that isn't/is food", "everything but food"),
    turn("whatever isn't a tool", "everything but tools"),
    turn("everything that isn't a tool", "everything but tools"),
    turn("| look into/in/inside the <w> and tell me how much/many <a> it has/holds/contains |", "what is in the <w>"),
    turn("| look into/in/inside the <w> and tell me how much/many <a> is/are there/inside |", "what is in the <w>"),
    turn("| bring/fetch all the <a> out of the", "take all the <a> from the"),
    turn("| bring in the wheat/harvest/crops", "harvest the wheat"),
    turn("sow it anew/afresh |", "sow it again"),
    turn("| sink a <w> shaft to y <n> |", "dig a <w> shaft down to y <n>"),
    turn("| put up lights/torches within <n> blocks of/ here/you/ |", "light up the area within <n> blocks"),
    turn("| build/construct <a> in front of you |", "build <a> here"),
    turn("how many/much <a> would/does/do/will a/an <b> take/need |", "what do i need to build a <b>"),
    turn(
        "| dress in the/your best/strongest gear/stuff/armor/armour you/you've own/have/got/ |",
        "wear the best armor you have",
    ),
    turn("into your left hand |", "in your off hand"),
    turn("into your off hand |", "in your off hand"),
    turn("in front of you with the/your/a hoe |", ""),
    turn("| lie down in the/a/your bed until it's/ morning |", "sleep"),
    turn("the/that/a wooden door", "the door"),
    turn(
        "| put/place/stack two/2 <a> on top of each other/another in/ front/ of/ you/ |",
        "fill from ~1 ~0 ~0 to ~1 ~1 ~0 with <a>",
    ),
    turn("| walk/step/run/head/go up to <w> |", "go to <w>"),
    turn("| stay/keep close/right/ behind/by <w> for", "follow <w> for"),
    turn("| make/craft <w> a/an <a> and bring/give/hand it to him/her |", "make a <a> and give it to <w>"),
    turn("| pick the/ items/things/stuff lying around/about/there you/ up/ again/ |", "pick up what lies there"),
    turn("| give both <w> and <p>", "give <w> and <p>"),
    turn("| at/on what/which coordinates are you standing/now/ |", "where are you"),
    turn("once you are/you're holding", "once you have"),
    turn("and return $", "and come back"),
    turn("the door if it's/it open/is |", "the door"),
    turn("the door if it is open/closed/shut |", "the door"),
    turn("the door if it's closed/shut |", "the door"),
    turn("| smelt/cook <n> of the chest's <a> |", "take <n> <a> from the chest and smelt it"),
    // How many, and of what.
    turn("| i want/need to end up with <a> |", "get <a>"),
    turn("a full/whole/complete/entire set of", "a set of"),
    turn("<n> <a> more than i/you/we have/hold now/ |", "<n> more <a>"),
    turn("whatever/all goes into/in a/an", "the ingredients for a"),
    turn("everything/all that goes into/in a/an", "the ingredients for a"),
    turn(", but do not craft/make/build it/them |", ""),
    turn("if there is/are any close/near by |", ""),
    turn("if there is/are any nearby/around |", ""),
    turn("| wear/don the <w> <p> , not the <a> ones/one |", "wear the <w> <p>"),
    turn("| hold/equip/wield the <w> <p> , not the <a> ones/one |", "hold the <w> <p>"),
    turn("and plant a new one where it stood", "and replant it"),
    turn("| plant a new one where it stood", "replant it"),
    turn("| cut the wheat", "harvest the wheat"),
    // Which way.
    turn("| take me <n> blocks to/ the/ <d> |", "go <n> blocks <d>"),
    turn("| <n> <d> |", "go <n> blocks <d>"),
    turn("| walk/step/run/head up to the <a> |", "go to the <a>"),
    turn("| turn around/ to/towards/toward the/ <d> |", "face <d>"),
    turn("| back up/off/away <n> blocks/steps |", "step back <n> blocks"),
    turn("| wander/walk/go off/away <n> blocks to/ the/ <d> |", "go <n> blocks <d>"),
    turn("| look around/about until you see/find/spot <a> |", "explore until you find <a>"),
    turn("go back to where you are/were/stand/stood now/before/ |", "come back"),
    // What is dug and built.
    turn("| i want/need a trench that is/", "dig a trench"),
    turn("| i want/need a hole that is/", "dig a hole"),
    turn("| i want/need a pit that is/", "dig a pit"),
    turn("| i want/need a tunnel that is/", "dig a tunnel"),
    turn("| dig straight/ down a <w> shaft of <n> blocks |", "dig a <w> shaft <n> deep"),
    turn("pen for animals/cows/sheep/pigs/chickens", "animal pen"),
    turn("that/which faces/looks <d>", "facing <d>"),
    turn("over at <n> <m>", "at <n> <m>"),
    turn("house of <n> by <m>", "house <n> by <m>"),
    turn("and then/ take/pull/break it down/apart again/ |", "and tear it down"),
    turn("then take/pull/break it down/apart again/ |", "then tear it down"),
    turn(", then get rid of it |", ", then tear it down"),
    turn("| how much stuff/material does a/an <a> need/take |", "what do i need to build a <a>"),
    turn("| what does a/an <a> need/take/cost |", "what do i need to build a <a>"),
    turn(", place/put one here and keep the other |", "and put one of them down here"),
    turn("| place/put/lay/set <n> <a> in a row/line |", "fill from ~1 ~0 ~1 to ~<n> ~0 ~1 with <a>"),
    turn(
        "| place/put/lay/set/build/make a row/line of <n> <a> to/heading/going/toward/towards the/ north |",
        "fill from ~0 ~0 ~-1 to ~0 ~0 ~-<n> with <a>",
    ),
    turn(
        "| place/put/lay/set/build/make a row/line of <n> <a> to/heading/going/toward/towards the/ south |",
        "fill from ~0 ~0 ~1 to ~0 ~0 ~<n> with <a>",
    ),
    turn(
        "| place/put/lay/set/build/make a row/line of <n> <a> to/heading/going/toward/towards the/ east |",
        "fill from ~1 ~0 ~0 to ~<n> ~0 ~0 with <a>",
    ),
    turn(
        "| place/put/lay/set/build/make a row/line of <n> <a> to/heading/going/toward/towards the/ west |",
        "fill from ~-1 ~0 ~0 to ~-<n> ~0 ~0 with <a>",
    ),
    turn("| place/put/lay/set/build/make a row/line of <n> <a> |", "fill from ~1 ~0 ~1 to ~<n> ~0 ~1 with <a>"),
    turn("| bring/hand/fetch me a set of", "get me a set of"),
    // What is worn, held and used.
    turn("| dress in the/your best gear/stuff/armor/armour you/ own/have/got/ |", "wear the best armor you have"),
    turn("| put <a> in your left hand and <b> in your right hand/ |", "hold <a> in your off hand and hold <b>"),
    turn("to make a path |", ""),
    turn("you hold next to", "next to"),
    turn("you hold beside/by", "beside"),
    turn("you have/carry next to", "next to"),
    turn("| share/split/divide out/up/ <a> evenly/equally/fairly among/between", "share <a> between"),
    turn("| share/split/divide <a> out/up/ evenly/equally/fairly/ among", "share <a> between"),
    turn("| let <w> have <a> |", "give <w> <a>"),
    turn("and <n> seconds later", ", wait <n> seconds ,"),
    turn("and <n> minutes later", ", wait <n> minutes ,"),
    turn("as soon as you have <n> <a> on you", "as soon as you have <n> <a> ,"),
    turn("with what you are carrying/holding |", "with what you have"),
    // Where it is done.
    turn("| build <a> <n> blocks to/ the/ <d> of/ here/you/ |", "go <n> blocks <d> and build <a>"),
    turn("| put up <a> <n> blocks to/ the/ <d> of/ here/you/ |", "go <n> blocks <d> and build <a>"),
    turn("| place/put/plant <a> <n> blocks to/ the/ <d> of/ here/you/ |", "go <n> blocks <d> and place <a>"),
    turn("| dig <a> <n> blocks to/ the/ <d> of/ here/you/ |", "go <n> blocks <d> and dig <a>"),
    turn("| build <a> right/ near/beside/by the <b> |", "go to the <b> and build <a>"),
    turn("| build <a> next/close to the <b> |", "go to the <b> and build <a>"),
    turn("| put up <a> near/beside/by the <b> |", "go to the <b> and build <a>"),
    turn("| put up <a> next/close to the <b> |", "go to the <b> and build <a>"),
    turn("| dig <a> near/beside/by the <b> |", "go to the <b> and dig <a>"),
    turn("| dig <a> next/close to the <b> |", "go to the <b> and dig <a>"),
    turn("| till/hoe <a> near/beside/by the water |", "go to the water and till <a>"),
    turn("| till/hoe <a> next/close to the water |", "go to the water and till <a>"),
    turn("the wheat field", "the wheat"),
    turn("on the <w> in front of you |", "on the <w>"),
    // Where one goes.
    turn("| walk/go/run/move/head <n> blocks away to/toward/towards the <d> |", "go <n> blocks <d>"),
    turn("| take/do/walk/go <n> steps/paces/blocks to/toward/towards the <d> |", "go <n> blocks <d>"),
    turn("| take/do/walk <n> steps/paces <d> |", "go <n> blocks <d>"),
    turn("| <n> steps/paces/blocks/ to the <d> |", "go <n> blocks <d>"),
    turn(
        "| wander/look/walk/roam off/around/about/ until you see/find/spot some/any/a/an/ <a> |",
        "explore until you find <a>",
    ),
    turn("| move <a> in the <w> over/ to/into the <p> |", "move <a> from the <w> to the <p>"),
    turn("| move <a> over to the", "move <a> to the"),
    turn("side by side |", "next to each other"),
    turn(", quick/quickly/fast/asap |", ""),
    turn("| give it <n> seconds |", "wait <n> seconds"),
    turn("| give it <n> minutes |", "wait <n> minutes"),
    turn("with stairs or a way out |", ""),
    turn("with a way out |", ""),
    // How many, and of which.
    turn("the <n> nearest/closest trees", "<n> trees"),
    turn("the nearest/closest <n> trees", "<n> trees"),
    turn("both a/an <w> and a/an <p>", "a <w> and a <p>"),
    turn(", whichever is closer/closest/nearer/nearest |", ""),
    turn("<w> tools , the full/whole/entire set", "a set of <w> tools"),
    turn("| wear/don the/your/ whole/full/entire/complete <w> set |", "wear <w> armor"),
    turn("| put on the/your/ whole/full/entire/complete <w> set |", "wear <w> armor"),
    turn("and the rest of them/it/those in/into", "and put the rest in"),
    turn(", the rest of them/it/those in/into", ", put the rest in"),
    turn(", keep one and hand/give/pass the other to <w> |", "and give one to <w>"),
    turn("everything you don't need as a tool", "everything but tools"),
    turn("| make/craft <n> <a> out of <m> <w> |", "turn <m> <w> into <n> <a>"),
    turn("| make/craft <n> <a> from <m> <w> |", "turn <m> <w> into <n> <a>"),
    turn("| make/craft <w> of/from <n> of them |", "turn <n> of them into <w>"),
    turn("| collect/get/gather the <w> for <n> <p> and craft/make them |", "make <n> <p>"),
    turn("so craft/make/get/build/fetch them/it |", ""),
    turn(", i/we need them/it/that/those for <a> |", ""),
    // Who wants it.
    turn("| <w> needs/wants <n> <a> |", "give <w> <n> <a>"),
    turn("| drop/throw/toss <a> at his/her/their feet |", "drop <a>"),
    // What a house has anyway.
    turn("house/hut/cabin/shed/cottage with a door and a roof $", "house"),
    turn("house/hut/cabin/shed/cottage with a roof and a door $", "house"),
    turn("house/hut/cabin/shed/cottage with a door/roof $", "house"),
    turn("with a door but without", "without"),
    turn("| do you know how to make/craft/build a/an/the/ <a> |", "how do i make <a>"),
    turn("| can/could you make/craft a/an/any/some/ <a> with/from what you have/got |", "how many <a> can you make"),
    turn("| can/could you make/craft a/an/any/some/ <a> with/from what you've got |", "how many <a> can you make"),
    turn("| can/could you make/craft a/an/any/some/ <a> out of what you have/got/hold |", "how many <a> can you make"),
    turn(
        "| put/place torches all/ around/about/ so that it's/it bright/light/lit within <n> blocks |",
        "light up the area within <n> blocks",
    ),
    turn(
        "| put/place torches all/ around/about/ so it's/that bright/light/lit within <n> blocks |",
        "light up the area within <n> blocks",
    ),
    turn("| clear away <a> |", "clear <a>"),
    // How it is asked for.
    turn("| make sure to", ""),
    turn("| be sure to", ""),
    turn("| make a plan to <a> and do it |", "<a>"),
    turn("| leave it open |", ""),
    turn("| keep it open |", ""),
    turn("next to eachother |", "next to each other"),
    turn("| mind getting", "get"),
    turn("| do you mind getting", "get"),
    turn("| would you mind getting", "get"),
    turn("and back |", "and come back"),
    // What a chest holds.
    turn("| get all the stuff out of the <w> |", "take everything from the <w>"),
    turn("| get all the stuff from the <w> |", "take everything from the <w>"),
    turn("| check whether there is any <a> in the <w> |", "what is in the <w>"),
    turn("| check whether there's any <a> in the <w> |", "what is in the <w>"),
    turn("| check if there is any <a> in the <w> |", "what is in the <w>"),
    turn("| check if there's any <a> in the <w> |", "what is in the <w>"),
    turn("| see if there's any <a> in the <w> |", "what is in the <w>"),
    turn("| use the bucket to get water |", "fill the bucket with water"),
    turn("| use the bucket to get some water |", "fill the bucket with water"),
    turn("| use your bucket to get some water |", "fill the bucket with water"),
    turn("| fill the bucket up at the water |", "fill the bucket with water"),
    turn("| fill the bucket at the water |", "fill the bucket with water"),
    // Levers.
    turn("| turn on the lever |", "flip the lever on"),
    turn("| turn off the lever |", "flip the lever off"),
    turn("| turn the lever <w> |", "flip the lever <w>"),
    turn("| switch on the lever |", "flip the lever on"),
    turn("| switch off the lever |", "flip the lever off"),
    turn("| switch the lever <w> |", "flip the lever <w>"),
    turn("| turn it on |", "flip it on"),
    turn("| turn it off |", "flip it off"),
    turn("| turn it back <w> |", "flip it <w>"),
    turn("| switch it on |", "flip it on"),
    turn("| switch it off |", "flip it off"),
    turn("| switch it back <w> |", "flip it <w>"),
    turn("| make a plan to <a> and carry it out |", "<a>"),
    // What is made of what.
    turn("smelt <a> to <w> |", "smelt <a> into <w>"),
    turn("cook <a> to <w> |", "cook <a> into <w>"),
    turn("melt <a> to <w> |", "melt <a> into <w>"),
    turn("| saw <a> into", "turn <a> into"),
    turn("| make <w> out of all <a> |", "turn all <a> into <w>"),
    turn("| make <w> from all <a> |", "turn all <a> into <w>"),
    turn("| craft <w> out of all <a> |", "turn all <a> into <w>"),
    turn("| craft <w> from all <a> |", "turn all <a> into <w>"),
    turn("| cut <a> into planks", "turn <a> into planks"),
    // Where things go.
    turn("| the rest goes in", "put the rest in"),
    turn("| the rest goes into", "put the rest in"),
    turn("| rest goes in", "put the rest in"),
    turn("| rest goes into", "put the rest in"),
    turn("| rest into", "put the rest in"),
    turn("| rest in", "put the rest in"),
    turn("| the rest in", "put the rest in"),
    turn("| the rest into", "put the rest in"),
    turn("| put <a> in |", "put <a> in it"),
    turn("| put <a> inside |", "put <a> in it"),
    turn("| half the <a> goes in", "put half the <a> in"),
    turn("| half of the <a> goes in", "put half the <a> in"),
    turn("| all the <a> goes in", "put all the <a> in"),
    turn("| bring <a> to the chest", "put <a> in the chest"),
    turn("| bring <a> to the barrel", "put <a> in the barrel"),
    turn("| take <a> to the chest", "put <a> in the chest"),
    turn("| take <a> to the barrel", "put <a> in the barrel"),
    turn("| carry <a> to the chest", "put <a> in the chest"),
    turn("| shift <a> from", "move <a> from"),
    turn("| take all the <a> out of the <w> but leave <n> in it |", "take all your <a> but <n> from the <w>"),
    turn("| take all the <a> from the <w> but leave <n> in it |", "take all your <a> but <n> from the <w>"),
    turn("| take all the <a> from the <w> but leave <n> |", "take all your <a> but <n> from the <w>"),
    turn("| take all the <a> out of the <w> but leave <n> |", "take all your <a> but <n> from the <w>"),
    turn("| take the <a> out of the <w> but leave <n> in it |", "take all your <a> but <n> from the <w>"),
    turn("| take the <a> from the <w> but leave <n> |", "take all your <a> but <n> from the <w>"),
    turn("| clear out the chest", "empty the chest"),
    turn("| clear out the barrel", "empty the barrel"),
    turn("| clean out the chest", "empty the chest"),
    turn("| clean out the barrel", "empty the barrel"),
    turn("| empty out the chest", "empty the chest"),
    turn("| empty out the barrel", "empty the barrel"),
    turn("back into <w> |", "into <w>"),
    // What is worn and held.
    turn("| get <a> on |", "put on <a>"),
    turn("| put on all your armor", "put on your armor"),
    turn("| put on all of your armor", "put on your armor"),
    turn("| wear all of your armor", "wear your armor"),
    turn("| put on all your armour", "put on your armor"),
    turn("| put on all of your armour", "put on your armor"),
    turn("| wear all of your armour", "wear your armor"),
    turn("| have <a> on |", "put on <a>"),
    turn("| get <a> in your hand |", "hold <a>"),
    turn("| take <a> in your hand |", "hold <a>"),
    turn("| boots off |", "take off your boots"),
    turn("| helmet off |", "take off your helmet"),
    turn("| chestplate off |", "take off your chestplate"),
    turn("| leggings off |", "take off your leggings"),
    turn("| armor off |", "take off your armor"),
    turn("| armour off |", "take off your armor"),
    turn("| pick the <a> up again |", "pick the <a> back up"),
    // Where one goes.
    turn("| go near the <w> |", "go to the <w>"),
    turn("| go close to the <w> |", "go to the <w>"),
    turn("| go up to the <w> |", "go to the <w>"),
    turn("| go outside and", ""),
    turn("| turn around to face", "face"),
    turn("| turn round to face", "face"),
    turn("| turn and face", "face"),
    turn("| turn to face", "face"),
    turn("| step <n> blocks", "go <n> blocks"),
    turn("| step <n> steps", "go <n> blocks"),
    turn("| go <n> steps", "go <n> blocks"),
    turn("| go <n> blocks away |", "go <n> blocks forward"),
    turn("| walk <n> blocks away |", "walk <n> blocks forward"),
    turn("| explore <w> for <n> blocks", "explore <n> blocks <w>"),
    turn("| explore to the <w> for <n> blocks", "explore <n> blocks <w>"),
    turn("| explore for <n> blocks", "explore <n> blocks"),
    turn("| fill <a> at the pond |", "fill <a> with water"),
    turn("| fill <a> at the lake |", "fill <a> with water"),
    turn("| fill <a> at the river |", "fill <a> with water"),
    turn("| fill <a> in the pond |", "fill <a> with water"),
    turn("| fill <a> in the lake |", "fill <a> with water"),
    turn("| fill <a> from the pond |", "fill <a> with water"),
    turn("| fill <a> from the lake |", "fill <a> with water"),
    turn("| fill <a> from the river |", "fill <a> with water"),
    turn("with water from the pond |", "with water"),
    turn("with water from the lake |", "with water"),
    turn("with water at the pond |", "with water"),
    turn("with your flint and steel |", ""),
    turn("with the flint and steel |", ""),
    turn("with a flint and steel |", ""),
    turn("with flint and steel |", ""),
    turn("| look into the <w> and tell me how many <a> are in it |", "what is in the <w>"),
    turn("| look in the <w> and tell me how many <a> are in it |", "what is in the <w>"),
    turn("| look into the <w> and tell me how many <a> there are |", "what is in the <w>"),
    turn("| look into the <w> and tell me how much <a> there is |", "what is in the <w>"),
    turn("| look in the <w> and tell me how many <a> there are |", "what is in the <w>"),
    turn("| look in the <w> and tell me how much <a> there is |", "what is in the <w>"),
    turn("| check the <w> for <a> |", "what is in the <w>"),
    turn("tell me what you got |", "tell me what you have"),
    turn("tell me what you got out of it |", "tell me what you have"),
    turn("tell me what you have then |", "tell me what you have"),
    turn("| have a look around:", ""),
    turn("| wear the better one of your <w> |", "wear your best <w>"),
    turn("| wear the better of your <w> |", "wear your best <w>"),
    turn("in the red bed |", ""),
    turn("in your bed |", ""),
    turn("in that bed |", ""),
    turn("in the bed |", ""),
    turn("in a bed |", ""),
    turn("from the pond with the bucket |", ""),
    turn("from the pond with your bucket |", ""),
    turn("from the pond with a bucket |", ""),
    turn("| scoop up some water from the pond |", "fill a bucket with water"),
    turn("| get some water from the pond |", "fill a bucket with water"),
    turn("a little <w> pit", "a <w> pit"),
    turn("a little <w> hole", "a <w> hole"),
    turn("a small <w> hole", "a <w> hole"),
    turn("a <w> pit , <n> deep", "a <w> hole <n> deep"),
    turn("a <w> hole , <n> deep", "a <w> hole <n> deep"),
    turn("a <w> pit , <n> blocks deep", "a <w> hole <n> deep"),
    turn("a <w> hole , <n> blocks deep", "a <w> hole <n> deep"),
    turn("and after <n> seconds", ", wait <n> seconds ,"),
    turn("and after <n> minutes", ", wait <n> minutes ,"),
    turn("and after a minute", ", wait a minute ,"),
    turn("as you can from what you have |", "as you can"),
    turn("as you can out of what you have |", "as you can"),
    turn("as you can from your inventory |", "as you can"),
    turn("and smelt what you got |", "and smelt it"),
    turn("then smelt what you got |", "then smelt it"),
    turn("| convert <a> to <w> |", "turn <a> into <w>"),
    turn("| turn <a> to <w> |", "turn <a> into <w>"),
    turn("| forget the <w> |", "forget the place called the <w>"),
    turn("| have a look in the <w> and tell me <a> |", "what is in the <w>"),
    turn("| have a look into the <w> and tell me <a> |", "what is in the <w>"),
    turn("| sort the chest and the barrel |", "sort these chests"),
    turn("| sort the barrel and the chest |", "sort these chests"),
    turn("of its wood |", "of it"),
    turn("hole <n> block deep |", "hole <n> deep"),
    turn("hole of <n> block deep |", "hole <n> deep"),
    turn("| take <a> in your left hand |", "hold <a> in your off hand"),
    turn("| hold <a> in your left hand |", "hold <a> in your off hand"),
    turn("| put <a> in your left hand |", "put <a> in your off hand"),
    turn("| take <a> in your off hand |", "hold <a> in your off hand"),
    turn("| set the campfire alight |", "light the campfire"),
    turn("then go back to where you started |", "then come back"),
    turn("and go back to where you started |", "and come back"),
    turn("then return to where you started |", "then come back"),
    turn("and return to where you started |", "and come back"),
    turn("share them out between", "share them between"),
    turn("split them up between", "split them between"),
    turn("| walk <n> blocks |", "walk forward <n> blocks"),
    turn("| go <n> blocks |", "go forward <n> blocks"),
    turn("| run <n> blocks |", "run forward <n> blocks"),
    turn("eat some <w> and then drop the rest of it |", "eat some <w> and then drop all your <w>"),
    turn("eat some <w> and drop the rest |", "eat some <w> and drop all your <w>"),
    turn(", get out and", "and"),
    turn(", get out , then", "and then"),
    turn(", climb out and", "and"),
    turn("| place torches <a> so that it's light within <n> blocks |", "light up the area within <n> blocks"),
    turn("| place torches so that it's light within <n> blocks |", "light up the area within <n> blocks"),
    turn("| put torches <a> so that it's light within <n> blocks |", "light up the area within <n> blocks"),
    turn("and then back to <p> |", "and then go to <p>"),
    turn("then back to <p> |", "then go to <p>"),
    turn("and back to <p> |", "and go to <p>"),
    turn("you're best", "your best"),
    turn("| open and close the door |", "open the door and close it"),
    turn("| open and shut the door |", "open the door and close it"),
    turn("hole that is <n> deep |", "hole <n> deep"),
    turn("hole that is <n> blocks deep |", "hole <n> deep"),
    turn("pit that is <n> deep |", "hole <n> deep"),
    turn("| lite the campfire", "light the campfire"),
    turn("| lite up", "light up"),
    turn("tell me how many you have left |", "tell me how many you have"),
    turn("tell me how many are left |", "tell me how many you have"),
    turn("tell me how much you have left |", "tell me how much you have"),
    turn("say how many are left |", "tell me how many you have"),
    turn("| name the places you know |", "which places do you know"),
    turn("| list the places you know |", "which places do you know"),
    turn("| tell me the places you know |", "which places do you know"),
    turn("| tell me which places you know |", "which places do you know"),
    turn("| what can i ask you to do |", "what can you do"),
    turn("| what can i tell you to do |", "what can you do"),
    turn("| what can i get you to do |", "what can you do"),
    turn("and plant a sapling where it was |", "and replant it"),
    turn("and plant a new sapling where it was |", "and replant it"),
    turn("and plant saplings where they were |", "and replant them"),
    turn("and plant a sapling there |", "and replant it"),
    turn("| go through <n> blocks", "go <n> blocks"),
    turn("| sort <a> at <p> |", "go to <p> and sort <a>"),
    turn("| tidy up <a> at <p> |", "go to <p> and sort <a>"),
    turn("| clear <a> at <p> |", "go to <p> and clear <a>"),
    turn("| light up <a> at <p> |", "go to <p> and light up <a>"),
    turn("| dig <a> at <p> |", "go to <p> and dig <a>"),
    turn("| dig out <a> at <n> <m> |", "go to <n> <m> and dig out <a>"),
    turn("| dig <a> at <n> <m> |", "go to <n> <m> and dig <a>"),
    turn("| clear <a> at <n> <m> |", "go to <n> <m> and clear <a>"),
    turn("| place <a> at <n> <m> |", "go to <n> <m> and place <a>"),
    turn("| harvest <a> at <p> |", "go to <p> and harvest <a>"),
    turn("| chop <a> at <p> |", "go to <p> and chop <a>"),
    turn("| chop down <a> at <p> |", "go to <p> and chop down <a>"),
    turn("| plant <a> at <p> |", "go to <p> and plant <a>"),
    turn("| place <a> at <p> |", "go to <p> and place <a>"),
    turn("| put down <a> at <p> |", "go to <p> and place <a>"),
    turn("| light up <a> of <p> |", "go to <p> and light up <a>"),
    turn("| find out where <a> is and tell me |", "where is <a>"),
    turn("| find out where <a> is |", "where is <a>"),
    turn("evenly between", "between"),
    // How far around.
    turn(", <n> blocks in each direction", "within <n> blocks"),
    turn(", <n> blocks in every direction", "within <n> blocks"),
    turn("<n> blocks in each direction", "within <n> blocks"),
    turn("<n> blocks in every direction", "within <n> blocks"),
    turn("inside <n> blocks |", "within <n> blocks"),
    turn("in a radius of <n> blocks", "within <n> blocks"),
    turn("in a <n> block radius", "within <n> blocks"),
    turn("with a radius of <n>", "within <n> blocks"),
    turn("radius of like <n>", "within <n> blocks"),
    // Where things come from, which they come from anyway.
    turn("saplings from the trees", "saplings"),
    turn("saplings from the leaves", "saplings"),
    turn("apples from the trees", "apples"),
    turn("logs from the trees", "logs"),
    turn("wood from the trees", "wood"),
    turn("sand from the beach", "sand"),
    turn("| if you're hungry , eat", "eat"),
    turn("| if you are hungry , eat", "eat"),
    turn("| if you're hungry eat", "eat"),
    turn("| if you are hungry eat", "eat"),
    turn("| pick up the stuff lying <a> |", "pick up what lies there"),
    turn("| pick up the stuff that's lying <a> |", "pick up what lies there"),
    turn("| pick up the items lying <a> |", "pick up what lies there"),
    turn("| pick up the things lying <a> |", "pick up what lies there"),
    turn("| pick up that stuff on the ground |", "pick up what lies there"),
    // What says no more than was said.
    turn(", don't care which colour |", ""),
    turn(", don't care which color |", ""),
    turn(", whatever wood |", ""),
    turn(", whichever wood |", ""),
    turn(", just the materials", ""),
    turn(", don't craft it yet", ""),
    turn(", don't make it yet", ""),
    turn("but be careful |", ""),
    turn("and be careful |", ""),
    turn(", be careful |", ""),
    turn(", hurry |", ""),
    turn("already |", ""),
    turn("yourself |", ""),
    turn("should do it |", ""),
    turn("should be enough |", ""),
    turn("within <n> blocks with them |", "within <n> blocks"),
    turn("everything within <n> blocks with it |", "everything within <n> blocks"),
    turn("for the next <n> days |", "for <n> days"),
    turn("evenly |", ""),
    turn("| shield in the off hand |", "put the shield in your off hand"),
    turn("| let <w> know privately that", "tell <w> that"),
    turn("| let <w> know that", "tell <w> that"),
    turn("| pick up whatever <w> dropped |", "pick up what lies there"),
    turn("| pick up what <w> dropped |", "pick up what lies there"),
    turn("| walk to the tree nearest to you |", "go to the nearest tree"),
    turn("| go to the tree nearest to you |", "go to the nearest tree"),
    turn("wear whatever armor is best", "wear the best armor you have"),
    turn("wear whatever armour is best", "wear the best armor you have"),
    turn("| get your axe out |", "hold your axe"),
    turn("| get your sword out |", "hold your sword"),
    turn("| get your shovel out |", "hold your shovel"),
    turn("and put those on |", "and put them on"),
    turn("a minute and a half ,", "90 seconds ,"),
    turn("a minute and a half |", "90 seconds"),
    turn("until you are at y <a> |", "to y <a>"),
    turn("until you're at y <a> |", "to y <a>"),
    turn("equally with", "with"),
    turn("equally between", "between"),
    turn("| get down to y", "go down to y"),
    turn("| get <a> in hand |", "hold <a>"),
    turn("them both to", "them to"),
    turn("buckets and fill one of them with", "buckets and fill a bucket with"),
    turn("but don't craft it |", ""),
    turn("but don't make it |", ""),
    turn("the rest of the ingots", "the rest"),
    turn("the rest of it |", "the rest"),
    turn("and plant saplings where they stood", "and replant them"),
    turn("and plant a sapling where it stood", "and replant it"),
    turn("and plant a new one in its place", "and replant it"),
    turn("and plant new ones in their place", "and replant them"),
    turn("and plant a new sapling in its place", "and replant it"),
    turn("use it to mine", "mine"),
    turn("with what you got |", "with all of it"),
    turn("with what you get |", "with all of it"),
    turn("| smelt up <a> |", "smelt <a>"),
    turn("| cook up <a> |", "cook <a>"),
    turn("drop those off in", "put them in"),
    turn("drop them off in", "put them in"),
    turn("drop it off in", "put it in"),
    turn("drop <a> off in the", "put <a> in the"),
    turn("| drop <a> off at the chest |", "put <a> in the chest"),
    turn("use them to make", "make"),
    turn("and use it to make", "and make"),
    turn("using those |", ""),
    turn("you've got |", "you have"),
    turn("to go with it |", ""),
    turn("to go with them |", ""),
    turn("| stick everything in", "put everything in"),
    turn("| stick everything but", "put everything but"),
    turn("| stick all", "put all"),
    turn("| stick the", "put the"),
    turn("| put the <w> from it in", "put the <w> in"),
    turn("| put the <w> from that in", "put the <w> in"),
    turn("out of the ingots |", "from them"),
    turn("out of those ingots |", "from them"),
    turn("from those ingots |", "from them"),
    turn("| tell me what is left in", "tell me what's in"),
    turn("give each of <w> and <p> <n> <a> |", "give <w> and <p> <n> <a> each"),
    turn("| grab me half of the <a> in the <w>", "take half of the <a> from the <w>"),
    turn("| grab half of the <a> in the <w>", "take half of the <a> from the <w>"),
    turn("| get me half of the <a> in the <w>", "take half of the <a> from the <w>"),
    turn("| get half of the <a> in the <w>", "take half of the <a> from the <w>"),
    turn("| light the campfire with it |", "light the campfire"),
    turn("| light the campfire with that |", "light the campfire"),
    turn("| use the hoe on <n> blocks of <w> |", "till <n> <w>"),
    turn("| use your hoe on <n> blocks of <w> |", "till <n> <w>"),
    turn("| use the hoe on <n> <w> blocks |", "till <n> <w>"),
    turn("| use your hoe on <n> <w> blocks |", "till <n> <w>"),
    turn("and replant both |", "and replant them"),
    turn("and replant all of them |", "and replant them"),
    turn("deep then climb out of it |", "deep"),
    turn("deep , then climb out of it |", "deep"),
    turn("deep and climb out of it |", "deep"),
    turn("deep then climb out |", "deep"),
    turn("deep , then climb out |", "deep"),
    turn("deep and climb out |", "deep"),
    turn("| go stand by <a> |", "go to <a>"),
    turn("| go stand next to <a> |", "go to <a>"),
    turn("| go and stand by <a> |", "go to <a>"),
    turn("| go and stand next to <a> |", "go to <a>"),
    turn("| stand by <a> |", "go to <a>"),
    turn("| stand next to <a> |", "go to <a>"),
    turn("| wait until its <w> and", "wait until <w> and"),
    turn("| wait until it's <w> and", "wait until <w> and"),
    turn("| wait till its <w> and", "wait until <w> and"),
    turn("| wait till it's <w> and", "wait until <w> and"),
    turn("| tell me what's left in", "tell me what's in"),
];

/// What is no place's name behind "at".
const NO_PLACES: &[&str] = &[
    "night",
    "noon",
    "midnight",
    "dawn",
    "dusk",
    "sunset",
    "sunrise",
    "nightfall",
    "once",
    "least",
    "most",
    "all",
    "me",
    "you",
    "him",
    "her",
    "it",
    "them",
    "us",
    "y",
    "x",
    "z",
    "here",
    "there",
    "this",
    "that",
];

/// What may stand before the beginning of a clause.
const POLITE: &[&str] =
    &["please", "pls", "plz", "now", "just", "kindly", "could", "can", "would", "you", "also", "next"];
/// What may stand behind the end of a clause.
const ENDS: &[&str] = &["please", "pls", "plz", "thanks", "thx", "so", "now", "for"];

/// A goal put plainly, and how that was done; `None` where there is nothing to put so.
pub(super) fn put_plainly(text: &str) -> Option<(String, Vec<String>)> {
    let Some((order, mut notes)) = ordered(text) else { return put_by(TURNS, text) };
    let Some((plain, more)) = put_by(TURNS, &order) else { return Some((order, notes)) };
    notes.extend(more);
    Some((plain, notes))
}

/// A goal without what would be understood otherwise than it is meant, and what that was.
pub(super) fn shorn(text: &str) -> Option<(String, Vec<String>)> {
    let (mut plain, mut notes) = put_by(ALWAYS, text).unwrap_or_else(|| (text.to_owned(), Vec::new()));
    if let Some((next, note)) = all_but(&plain) {
        plain = next;
        notes.push(note);
    }
    (!notes.is_empty()).then_some((plain, notes))
}

/// "drop all but 6 planks": of the planks, and not of all that is held.
fn all_but(text: &str) -> Option<(String, String)> {
    /// What is no kind of thing.
    const OF_ALL: &[&str] = &["them", "it", "things", "items", "stacks", "stack", "tools", "those", "these"];
    let words = words(text);
    let at = (0..words.len().saturating_sub(3)).find(|at| {
        words[*at].text == "all"
            && matches!(words[at + 1].text.as_str(), "but" | "except")
            && is_number(&words[at + 2].text)
    })?;
    let of = words[at + 3].text == "of";
    let whose = words.get(at + 4).is_some_and(|word| matches!(word.text.as_str(), "your" | "the" | "my"));
    let start = if of { at + 4 + usize::from(whose) } else { at + 3 };
    let ends = |word: &Word| {
        is_joint(&word.text) || matches!(word.text.as_str(), "in" | "into" | "inside" | "to" | "from" | "out")
    };
    let end = (start..words.len()).find(|at| ends(&words[*at])).unwrap_or(words.len());
    let things = words.get(start..end).filter(|things| !things.is_empty())?;
    if things.iter().any(|word| OF_ALL.contains(&word.text.as_str())) {
        return None;
    }
    // "all but 3 torches and the axe" is of all.
    let rest = words.get(end).filter(|word| matches!(word.text.as_str(), "and" | ",")).map(|word| &text[word.end..]);
    if rest.is_some_and(|rest| !begins_a_clause(rest)) {
        return None;
    }
    let (number, thing) =
        (&text[words[at + 2].start..words[at + 2].end], &text[words[start].start..words[end - 1].end]);
    let plain = format!("all your {thing} but {number}");
    let note = format!("{:?} is read as {plain:?}", &text[words[at].start..words[end - 1].end]);
    Some((format!("{}{plain}{}", &text[..words[at].start], &text[words[end - 1].end..]), note))
}

fn put_by(turns: &[Turn], text: &str) -> Option<(String, Vec<String>)> {
    let (mut plain, mut notes) = (text.to_owned(), Vec::new());
    for turn in turns {
        // A phrase may be said twice.
        for _ in 0..2 {
            let Some((next, note)) = turned(&plain, turn) else { break };
            plain = next;
            notes.push(note);
        }
    }
    (!notes.is_empty()).then_some((plain, notes))
}

/// Puts a phrase plainly where it comes first.
fn turned(text: &str, turn: &Turn) -> Option<(String, String)> {
    // What is in quotes is said.
    if text.contains(['"', '\u{201c}']) {
        return None;
    }
    let words = words(text);
    let pattern: Vec<&str> = turn.said.split(' ').collect();
    (0..words.len()).find_map(|at| {
        let mut found = Vec::new();
        let end = matches(&words, at, &pattern, &mut found)?;
        let from = words[at].start;
        let to = words[end - 1].end;
        let plain: Vec<String> = turn
            .plain
            .split(' ')
            .map(|word| {
                let said = |(_, first, last): &(&str, usize, usize)| &text[words[*first].start..words[*last - 1].end];
                if let Some(gap) = found.iter().find(|(name, ..)| *name == word) {
                    return said(gap).to_owned();
                }
                // A number within a word: `~<n>`.
                let number = found.iter().find(|(name, ..)| *name == "<n>").and_then(|gap| number_of(said(gap)));
                let number = number.filter(|number| *number > 0);
                number.map_or_else(|| word.to_owned(), |number| word.replace("<n>", &number.to_string()))
            })
            .collect();
        let plain = plain.join(" ");
        let note = match plain.as_str() {
            "" => format!("{:?} changes nothing", text[from..to].trim_matches([',', ' '])),
            plain => format!("{:?} is read as {plain:?}", &text[from..to]),
        };
        let rest = text[to..].trim_start();
        let before = text[..from].trim_end();
        // A sign stands right behind a word.
        let gap = if rest.starts_with([',', ';', '.', '!', '?']) { "" } else { " " };
        let plain = format!("{before} {plain}");
        Some((format!("{}{gap}{rest}", plain.trim_end()).replace("  ", " ").trim().to_owned(), note))
    })
}

/// Where the words end that a pattern fits from a word on, with what stands for its gaps.
fn matches<'p>(
    words: &[Word],
    at: usize,
    pattern: &[&'p str],
    found: &mut Vec<(&'p str, usize, usize)>,
) -> Option<usize> {
    /// The most words of a gap.
    const LONGEST: usize = 7;
    let Some((first, rest)) = pattern.split_first() else { return Some(at) };
    let word = words.get(at).map(|word| word.text.as_str());
    match *first {
        "|" => {
            let begins = words[..at].iter().rev().find(|word| !POLITE.contains(&word.text.as_str()));
            let begins = begins.is_none_or(|word| is_joint(&word.text));
            let ends = word.is_none_or(|word| is_joint(word) || ENDS.contains(&word));
            // A sign at either end of a pattern is where it begins, or ends.
            let is_edge = if rest.is_empty() { ends } else { begins };
            is_edge.then(|| matches(words, at, rest, found)).flatten()
        }
        "$" => {
            let ends = word.is_none_or(|word| matches!(word, "." | "," | ";") || ENDS.contains(&word));
            ends.then(|| matches(words, at, rest, found)).flatten()
        }
        "<w>" => word.filter(|word| !is_joint(word)).and_then(|_| {
            found.push((first, at, at + 1));
            matches(words, at + 1, rest, found)
        }),
        "<n>" | "<m>" => word.filter(|word| is_number(word)).and_then(|_| {
            found.push((first, at, at + 1));
            matches(words, at + 1, rest, found)
        }),
        "<p>" => {
            let the = usize::from(matches!(word, Some("the" | "my" | "our")));
            let name = words.get(at + the)?.text.as_str();
            let is_name = name.len() > 1 && name.chars().all(char::is_alphabetic) && !NO_PLACES.contains(&name);
            if !is_name {
                return None;
            }
            found.push((first, at, at + the + 1));
            matches(words, at + the + 1, rest, found)
        }
        "<d>" => word.filter(|word| is_compass(word)).and_then(|_| {
            found.push((first, at, at + 1));
            matches(words, at + 1, rest, found)
        }),
        "<a>" | "<b>" => (at + 1..=words.len().min(at + LONGEST)).find_map(|end| {
            let within = words[at..end].iter().all(|word| !is_joint(&word.text));
            let length = found.len();
            found.push((first, at, end));
            let fits = if within { matches(words, end, rest, found) } else { None };
            if fits.is_none() {
                found.truncate(length);
            }
            fits
        }),
        either if either.contains('/') => {
            let is_said = word.is_some_and(|word| either.split('/').any(|one| one == word));
            let length = found.len();
            if is_said && let Some(end) = matches(words, at + 1, rest, found) {
                return Some(end);
            }
            found.truncate(length);
            if either.ends_with('/') { matches(words, at, rest, found) } else { None }
        }
        said => (word? == said).then(|| matches(words, at + 1, rest, found)).flatten(),
    }
}

fn is_compass(word: &str) -> bool {
    let way = |word: &str| ["north", "south", "east", "west"].contains(&word);
    way(word) || ["north", "south"].iter().any(|first| word.strip_prefix(first).is_some_and(way))
}

fn number_of(word: &str) -> Option<i64> {
    written_out(word).map(i64::from).or_else(|| word.parse().ok())
}

/// As coordinates are, too.
fn is_number(word: &str) -> bool {
    count::is_number(word.strip_prefix('-').unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_phrase_are_put_plainly() {
        for (said, plain) in [
            ("get 6 sand, smelt it to glass and go home", "get 6 sand, smelt it into glass and go home"),
            ("mine 12 coal, keep four, rest goes in the chest", "mine 12 coal, keep four, put the rest in the chest"),
            ("get your best armor on", "put on your best armor"),
            ("the door should be closed, please", "close the door, please"),
            ("Head for ~6 ~-6 and say hi once you're there.", "go to ~6 ~-6 and say hi."),
            ("take all but a dozen of the dirt in the chest", "take all the dirt but 12 from the chest"),
            ("before you go home, eat", "eat , then go home"),
            ("sort the chests at base", "go to base and sort the chests"),
            ("every evening sleep, for the next two days", "every evening sleep, for two days"),
        ] {
            assert_eq!(put_plainly(said).map_or(said.to_owned(), |(plain, _)| plain), plain, "{said}");
        }
        assert_eq!(shorn("make a door, any wood").map(|(plain, _)| plain).as_deref(), Some("make a door"));
        for same in ["sort the chests at night", "say \"any wood will do, any wood\"", "put the tools in a barrel"] {
            assert_eq!(put_plainly(same), None, "{same}");
        }
    }
}
