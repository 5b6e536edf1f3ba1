/** A person of the team library; the portrait is the drawing of that name in `portraits/`. */
type Member = {
  portrait: string
  fullName: string
  title: string
  bio: string
  credentials: string
  email: string
  specialties: string
}

/** Six people who do not exist. */
export const team: Member[] = [
  {
    portrait: 'renata-solberg',
    fullName: 'Renata Solberg',
    title: 'Lead Instructor',
    bio: 'Nine years as reliability manager of a paper mill. She halved its unplanned stops without buying a sensor.',
    credentials: 'P.E., Vibration Analyst Category III',
    email: 'renata@uptime-workshops.example',
    specialties: 'Criticality ranking, failure modes, bad-actor programs',
  },
  {
    portrait: 'marcus-adeyemi',
    fullName: 'Marcus Adeyemi',
    title: 'Planning and Scheduling Coach',
    bio: 'A pipefitter who has planned twenty turnarounds. He teaches each chair of the schedule meeting to respect the others.',
    credentials: 'Journeyman Pipefitter',
    email: 'marcus@uptime-workshops.example',
    specialties: 'Job planning, kitting, schedule meetings',
  },
  {
    portrait: 'linh-tran-howell',
    fullName: 'Linh Tran-Howell',
    title: 'Condition Monitoring Specialist',
    bio: 'Walks two thousand bearings a month and knows most of them by sound. She shows what each instrument sees first.',
    credentials: 'Thermographer Level II',
    email: 'linh@uptime-workshops.example',
    specialties: 'Route design, ultrasound, thermography',
  },
  {
    portrait: 'walt-kowalczyk',
    fullName: 'Walt Kowalczyk',
    title: 'Precision Skills Trainer',
    bio: 'Forty-one years with a wrench. He built the training skid himself, faults included.',
    credentials: 'Journeyman Millwright',
    email: 'walt@uptime-workshops.example',
    specialties: 'Alignment, lubrication, bearing fits',
  },
  {
    portrait: 'priya-raghunathan',
    fullName: 'Priya Raghunathan',
    title: 'Failure Analysis Lead',
    bio: 'Has led more than a hundred failure investigations. Her first question is never "who".',
    credentials: 'P.E., Metallurgy',
    email: 'priya@uptime-workshops.example',
    specialties: 'Root cause analysis, fractography, evidence handling',
  },
  {
    portrait: 'teo-quinonez',
    fullName: 'Teo Quiñonez',
    title: 'Maintenance Data Coach',
    bio: 'Ran the night shift before he ran the maintenance system. He knows why the failure code is always "other".',
    credentials: 'Maintenance Supervisor',
    email: 'teo@uptime-workshops.example',
    specialties: 'Work order quality, backlog, honest measures',
  },
]
