/** A partner of the vendor library. */
type Partner = {
  vendorName: string
  logoUrl: string
  websiteUrl: string
  description: string
  contactName: string
  contactEmail: string
  tags: string
}

/**
 * Companies that do not exist: eight with logos of our own, and a last one whose logo was never delivered. Its file does not
 * exist, so the strip on the page must drop it.
 */
export const partners: Partner[] = [
  partner(
    'Corvane',
    'corvane',
    'Nadia Bloch',
    'Wireless vibration sensors that a technician can mount, pair and trust before the coffee is cold.',
    'vibration, sensors',
  ),
  partner(
    'Tallgrass Lubricants',
    'tallgrass',
    'Orrin Pell',
    'Oils and greases in quantities a plant uses, with an analyst who answers the phone.',
    'lubrication, oil analysis',
  ),
  partner(
    'Plumbline',
    'plumbline',
    'Jonah Reyes',
    'Maintenance software that starts from the job plan instead of the dashboard.',
    'software, planning',
  ),
  partner(
    'Halyard Bearings',
    'halyard',
    'Ingrid Maas',
    'Bearings, fits and mounting tools, and a failure lab that tells you why the last one died.',
    'bearings, failure analysis',
  ),
  partner(
    'Emberline Thermography',
    'emberline',
    'Cole Vasquez',
    'Thermal cameras and routes for switchgear, steam and refractory.',
    'thermography, electrical',
  ),
  partner(
    'Northfork Seals',
    'northfork',
    'Beth Lindqvist',
    'Mechanical seals and flush plans for pumps that would rather leak.',
    'seals, pumps',
  ),
  partner(
    'Axlewright',
    'axlewright',
    'Desmond Achterberg',
    'Laser alignment kits with an answer in words: which foot, which way, how much.',
    'alignment, precision',
  ),
  partner(
    'Voltessa',
    'voltessa',
    'Hana Whitlock',
    'Motor circuit testing, online and off, for the fault that vibration cannot see.',
    'motors, electrical',
  ),
  partner(
    'Gannet Gauge Works',
    'gannet-gauge',
    'Ruth Oyelaran',
    'Pressure gauges and calibration. Their logo is on its way.',
    'instruments, calibration',
  ),
]

function partner(vendorName: string, name: string, contactName: string, description: string, tags: string): Partner {
  return {
    vendorName,
    logoUrl: `/demo/logos/${name}.svg`,
    websiteUrl: `https://${name}.example`,
    description,
    contactName,
    contactEmail: `hello@${name}.example`,
    tags,
  }
}
