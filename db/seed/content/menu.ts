/** The navigation. The report modal's item stays inactive until there is a modal to open. */
export function menuOf(externalSite: string) {
  return [
    item('Home', '/', 1),
    item('Upcoming Events', '/events', 2),
    item('Training Event', '#event', 3),
    { ...item('Registration Site', `${externalSite}/`, 4), isExternal: true },
    { ...item('Report Issue', '#report-modal', 5), isActive: false },
  ]
}

function item(label: string, href: string, displayOrder: number) {
  return { label, href, displayOrder, isActive: true, isExternal: false }
}
