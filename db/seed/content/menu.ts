/** The navigation. The report modal's item is a button on the home page, no link. */
export function getMenu(externalSite: string) {
  return [
    item('Home', '/', 1),
    item('Upcoming Events', '/events', 2),
    item('Training Event', '#event', 3),
    item('Forum', '/forum', 4),
    item('Shop', '/shop', 5),
    { ...item('Registration Site', `${externalSite}/`, 6), isExternal: true },
    item('Report Issue', '#report-modal', 7),
  ]
}

function item(label: string, href: string, displayOrder: number) {
  return { label, href, displayOrder, isActive: true, isExternal: false }
}
