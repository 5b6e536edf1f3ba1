import type { TeamFields } from '#src/contract/team-member.ts'
import { api } from '../../api.ts'
import { resource } from '../../resource.ts'

const blank: TeamFields = {
  fullName: '',
  title: '',
  bio: '',
  photoUrl: null,
  credentials: null,
  email: null,
  phone: null,
  linkedinUrl: null,
  specialties: null,
}

export const team = resource({
  noun: 'team member',
  nouns: 'team members',
  name: 'team',
  getName: (member) => member.fullName,
  routes: api.team,
  blank,
})
