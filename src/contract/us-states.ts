const NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,' +
  'FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
  'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,' +
  'VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const states = NAMES.split(',').map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }))

/** Names of the states of the US, longest first, so that `West Virginia` is found before `Virginia`. */
export const STATE_NAMES = states.map((state) => state.name).sort((a, b) => b.length - a.length)
export const STATE_CODES = states.map((state) => state.code)

/** A state's full name, whichever of its two names is given; any other text as it is. */
export function stateName(text: string): string {
  const given = text.trim().toLowerCase()
  return (
    states.find(({ code, name }) => code.toLowerCase() === given || name.toLowerCase() === given)?.name ?? text.trim()
  )
}

/** A state's two letters, whichever of its names is given; null for any other text. */
export function stateCode(text: string): string | null {
  const name = stateName(text)
  return states.find((state) => state.name === name)?.code ?? null
}

/** Every way to write a state: name and code. */
export function stateSpellings(text: string): string[] {
  const [name, code] = [stateName(text), stateCode(text)]
  return code === null ? [name] : [name, code]
}
