/** An invented person who registered; nobody can sign in as them. */
type MemberPlan = {
  username: string
  fullName: string
  email: string
  approval: 'pending' | 'approved' | 'rejected'
  /** The reason for a rejection. */
  reason?: string
  /** So many days before the demo was made. */
  registered: number
}

/** Members in every state, to try the admin area with. */
export const members: readonly MemberPlan[] = [
  {
    username: 'bearing_bea',
    fullName: 'Beatrix Nowak',
    email: 'b.nowak@brightwater-mill.example',
    approval: 'approved',
    registered: 261,
  },
  {
    username: 'hollis',
    fullName: 'Hollis Granger',
    email: 'hollis.granger@tri-county-paper.example',
    approval: 'approved',
    registered: 234,
  },
  {
    username: 'kiln_watch',
    fullName: 'Ruth Okafor',
    email: 'r.okafor@stillwater-cement.example',
    approval: 'approved',
    registered: 220,
  },
  {
    username: 'dora.k',
    fullName: 'Dora Kessler',
    email: 'dkessler@lakeshore-dairy.example',
    approval: 'approved',
    registered: 198,
  },
  {
    username: 'weldon_p',
    fullName: 'Weldon Pruitt',
    email: 'weldon.pruitt@cedar-bend-lumber.example',
    approval: 'approved',
    registered: 188,
  },
  {
    username: 'gearbox-gail',
    fullName: 'Gail Sorensen',
    email: 'gail@prairie-ethanol.example',
    approval: 'approved',
    registered: 245,
  },
  {
    username: 'yusuf.oils',
    fullName: 'Yusuf Demir',
    email: 'yusuf.demir@harbor-grain.example',
    approval: 'approved',
    registered: 152,
  },
  {
    username: 'lou-electric',
    fullName: 'Louise Tran',
    email: 'ltran@valley-motor-shop.example',
    approval: 'approved',
    registered: 247,
  },
  {
    username: 'additive-al',
    fullName: 'Al Burdick',
    email: 'al.burdick@miracle-fluids.example',
    approval: 'approved',
    registered: 29,
  },
  {
    username: 'new_to_nights',
    fullName: 'Caleb Ortiz',
    email: 'c.ortiz@ridgeline-foundry.example',
    approval: 'approved',
    registered: 2,
  },
  {
    username: 'marisol.v',
    fullName: 'Marisol Vega',
    email: 'mvega@alder-creek-foods.example',
    approval: 'pending',
    registered: 3,
  },
  {
    username: 'tunde-a',
    fullName: 'Tunde Adebayo',
    email: 'tunde@northgate-cement.example',
    approval: 'pending',
    registered: 1,
  },
  {
    username: 'cheap-spares-4u',
    fullName: 'Sales Team',
    email: 'offers@cheap-spares.example',
    approval: 'rejected',
    reason: 'This is an advertisement, not a person.',
    registered: 12,
  },
]
