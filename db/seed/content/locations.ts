/** Rooms that do not exist in cities that do. */
export const locations = {
  kansasCity: {
    venueName: 'Riverfront Foundry Hall',
    venueAddress: '410 Millwright Way, Kansas City, MO 64120',
    city: 'Kansas City',
    state: 'Missouri',
    timezone: 'America/Chicago',
    notes: 'Dock door for the training skid. Three-phase power at the north wall.',
  },
  houston: {
    venueName: 'Ship Channel Training Center',
    venueAddress: '2250 Derrick Lane, Houston, TX 77015',
    city: 'Houston',
    state: 'Texas',
    timezone: 'America/Chicago',
    notes: null,
  },
  tacoma: {
    venueName: 'Tideflats Training Center',
    venueAddress: '88 Winch Street, Tacoma, WA 98421',
    city: 'Tacoma',
    state: 'Washington',
    timezone: 'America/Los_Angeles',
    notes: 'Replaces Harbor Pattern Shop after the burst main.',
  },
  denver: {
    venueName: 'Roundhouse No. 9',
    venueAddress: '1701 Turntable Court, Denver, CO 80216',
    city: 'Denver',
    state: 'Colorado',
    timezone: 'America/Denver',
    notes: 'Free parking on the east lot; light rail in five minutes.',
  },
  appleton: {
    venueName: 'Fox River Machine Works',
    venueAddress: '35 Calender Street, Appleton, WI 54911',
    city: 'Appleton',
    state: 'Wisconsin',
    timezone: 'America/Chicago',
    notes: null,
  },
  chattanooga: {
    venueName: 'Old Boiler House',
    venueAddress: '600 Flywheel Avenue, Chattanooga, TN 37402',
    city: 'Chattanooga',
    state: 'Tennessee',
    timezone: 'America/New_York',
    notes: null,
  },
}
export type LocationName = keyof typeof locations
