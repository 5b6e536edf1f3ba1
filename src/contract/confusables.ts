/**
 * Letters that pass for Latin ones at a glance, behind what they look like: those of Greek and Cyrillic, and what Latin has beside the
 * alphabets people write in: small capitals, and letters of phonetics and of manuscripts. Modifier letters become one of these, or a
 * plain one, by NFKC. A name keeps to one script, so only look-alikes of whole words matter. (Unicode TS 39, section 4; our own small
 * part of its table)
 */
const LOOKS_LIKE = inverted({
  a: 'аαɐᴀᶏⱥɑɒᶐꬰꭤꞻ',
  b: 'вβƀƃʙᴃᵬᶀꞗƅꞵ',
  c: 'сςƈȼɕᴄↄꜿꞓꞔ𝼝ʗ',
  d: 'ԁƌȡᴅᵭᶁᶑꝺꟈᴆ',
  e: 'еёεɇɘᴇᶒᶓⱸⱻꬲꬳꬴɚɜɝɞʚᴈᶔᶕ',
  f: 'ᵮᶂꜰꝼꞙꟻꬵ',
  g: 'ǥɠɡɢʛᵷᵹᶃꞡꬶ𝼂ꟑꝿ𝼁',
  h: 'һнɥɦʜʮʯⱨⱶꞕꜧꟶ',
  i: 'іїιıɪᴉᵻᶖꟷ𝼚ᵼᵎǀǃꟾꞽ',
  j: 'јȷɉɟʄʝᴊ',
  k: 'кκʞᴋᶄⱪꝁꝃꝅꞣ𝼃𝼐',
  l: 'ӏłƚȴɫɬɭʟᴌᶅⱡꝉꞁꞎꬷꬸꬹ𝼄𝼑𝼓ꝇ',
  m: 'мɰɱᴍᵯᶆꟺꟽꬺʍꟿᴟ',
  n: 'ηƞȵɲɳɴᴎᵰᶇꞑꞥꬻꬼ',
  o: 'оοσøɵᴏᴐᴑᴓᴖᴗᶗⱺꝋꝍꬽꬾꬿ𝼛ᴒꟁɷ',
  p: 'рρᴘᵱᵽᶈꝑꝓꝕꟼꝥꝧ',
  q: 'ԛɋʠꝗꝙꞯ',
  r: 'гɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꝛꞃꞧꭆꭉꭋꭌꭨ𝼈𝼕𝼖ꭅꭇ',
  s: 'ѕȿʂᵴᶊẜẝꜱꞅꞩꟊ𝼞ƨƽꟗꟙſ',
  t: 'тτƫȶʇʈᴛᵵⱦꞇ𝼉𝼍',
  u: 'μυᴜᴝᵾᶙꞹꭎꭒᵿꞿꭏ',
  v: 'ѵνᴠᶌỽⱱⱴꝟ',
  w: 'ԝωᴡⱳꟃɯꞷ',
  x: 'хχᶍꭖꭗꭘꭙꭓꭔꭕ',
  y: 'уγɏʎʏỿꭚ𝼆',
  z: 'ȥɀʐʑᴢᵶᶎⱬꝣ',
  aa: 'ꜳ',
  ae: 'ᴁᴂ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  db: 'ȸ',
  dz: 'ʣʥꭦ',
  et: 'ꝫ',
  hv: 'ƕ',
  is: 'ꝭ',
  ll: 'ỻǁ',
  ls: 'ʪ',
  lz: 'ʫ',
  oe: 'ɶᴔꭀꭁꭂꭢ',
  oo: 'ꝏ',
  ou: 'ᴕ',
  qp: 'ȹ',
  tc: 'ʨ',
  th: 'ᵺ',
  ts: 'ʦꭧ',
  tz: 'ꜩ',
  ue: 'ᵫ',
  ui: 'ꭐꭑ',
  um: 'ꝸ',
  uo: 'ꭣ',
  vy: 'ꝡ',
})

/**
 * The same for scripts that people really use. Members with names in them are distinguished by these letters; only
 * names that resemble the site's own are compared this closely.
 */
const LIVING = inverted({
  b: 'ьɓ',
  c: 'ҫ',
  d: 'đɖɗð',
  e: 'ǝɛə',
  f: 'ƒ',
  g: 'ԍց',
  h: 'ңҥӈӊհħ',
  i: 'ꙇɨɩ',
  j: 'ϳյ',
  k: 'қҝҟӄԟƙĸ',
  m: 'ӎ',
  n: 'пոŋ',
  o: 'өօɔ',
  p: 'ҏƥƿþ',
  q: 'զ',
  r: 'ғӷґҕӻ',
  t: 'ҭŧƭ',
  u: 'սʉʊ',
  v: 'ʋʌ',
  w: 'ѡա',
  x: 'ҳӽӿ',
  y: 'үұƴɣ',
  z: 'ƶʒ',
  ae: 'ӕæ',
  oe: 'œ',
  oi: 'ƣ',
  ou: 'ȣ',
})

/** Shown as hardly more than a dot or a stroke. */
const SPECKS = /[ꞌꞏ]/g

/** Pairs that pass for one letter, and signs that pass for another, within ASCII. */
const PAIRS: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1l|]/g, 'i'],
  [/0/g, 'o'],
  [/[._-]+/g, ''],
]

/**
 * What a name looks like at a glance. A reader cannot tell two names with one skeleton apart: `Admin`, `admin`, `аdmin`
 * with a Cyrillic а, `ᴀᴅᴍɪɴ`, `adrnin` and `ad-min` share theirs.
 */
export function skeleton(name: string): string {
  return toSkeleton(name, (letter) => LOOKS_LIKE.get(letter) ?? letter)
}

/** The same for names that no member's name may resemble: `ađmin` is `admin` too. */
export function roughSkeleton(name: string): string {
  return toSkeleton(name, (letter) => LOOKS_LIKE.get(letter) ?? LIVING.get(letter) ?? letter)
}

function toSkeleton(name: string, latinOf: (letter: string) => string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECKS, '')
  return PAIRS.reduce((text, [look, plain]) => text.replace(look, plain), Array.from(folded, latinOf).join(''))
}

function inverted(letters: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(letters).flatMap(([latin, looks]) => Array.from(looks, (look) => [look, latin])))
}
