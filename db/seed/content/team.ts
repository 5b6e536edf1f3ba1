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
    bio: 'Twenty-three years in pulp and paper, the last nine as reliability manager of a two-machine mill. She cut unplanned stops of the dryer section by half without buying a sensor, and has taught the spreadsheet that did it ever since.',
    credentials: 'P.E., Vibration Analyst Category III',
    email: 'renata@uptime-workshops.example',
    specialties: 'Criticality ranking, failure modes, bad-actor programs',
  },
  {
    portrait: 'marcus-adeyemi',
    fullName: 'Marcus Adeyemi',
    title: 'Planning and Scheduling Coach',
    bio: 'Started as a pipefitter, planned his first turnaround at twenty-nine and his twentieth at forty. Marcus has sat in every chair of the weekly schedule meeting and teaches each one to respect the others.',
    credentials: 'Journeyman Pipefitter',
    email: 'marcus@uptime-workshops.example',
    specialties: 'Job planning, kitting, schedule meetings',
  },
  {
    portrait: 'linh-tran-howell',
    fullName: 'Linh Tran-Howell',
    title: 'Condition Monitoring Specialist',
    bio: 'Linh walks two thousand bearings a month for a group of food plants and knows most of them by sound. She shows what vibration, ultrasound, heat and oil each see first, and when a trained ear is enough.',
    credentials: 'Thermographer Level II',
    email: 'linh@uptime-workshops.example',
    specialties: 'Route design, ultrasound, thermography',
  },
  {
    portrait: 'walt-kowalczyk',
    fullName: 'Walt Kowalczyk',
    title: 'Precision Skills Trainer',
    bio: 'Forty-one years with a wrench, thirty of them in a foundry. Walt built the training skid himself, faults included, and will let you align it badly before he shows you how.',
    credentials: 'Journeyman Millwright',
    email: 'walt@uptime-workshops.example',
    specialties: 'Alignment, lubrication, bearing fits',
  },
  {
    portrait: 'priya-raghunathan',
    fullName: 'Priya Raghunathan',
    title: 'Failure Analysis Lead',
    bio: 'A metallurgist who reads fracture surfaces the way others read the news. Priya has led more than a hundred failure investigations and insists that the first question is never "who".',
    credentials: 'P.E., Metallurgy',
    email: 'priya@uptime-workshops.example',
    specialties: 'Root cause analysis, fractography, evidence handling',
  },
  {
    portrait: 'teo-quinonez',
    fullName: 'Teo Quiñonez',
    title: 'Maintenance Data Coach',
    bio: 'Teo ran the night shift before he ran the maintenance system, so he knows why the failure code is always "other". He helps crews write work orders worth reading, and managers read them.',
    credentials: 'Maintenance Supervisor',
    email: 'teo@uptime-workshops.example',
    specialties: 'Work order quality, backlog, honest measures',
  },
]
