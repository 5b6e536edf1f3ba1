/** An invented person who registered; nobody can sign in as them. */
export type MemberPlan = {
  username: string
  fullName: string
  email: string
  approval: 'pending' | 'approved' | 'rejected'
  /** Why not, for who was rejected. */
  reason?: string
  /** So many days before the demo was made. */
  registered: number
}

/** Members in every state, for whoever looks at the admin area. */
export const members: readonly MemberPlan[] = [
  {
    username: 'bearing_bea',
    fullName: 'Beatrix Nowak',
    email: 'b.nowak@brightwater-mill.example',
    approval: 'approved',
    registered: 61,
  },
  {
    username: 'hollis',
    fullName: 'Hollis Granger',
    email: 'hollis.granger@tri-county-paper.example',
    approval: 'approved',
    registered: 34,
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
