/** A logo that cannot be loaded leaves the strip, and the strip leaves with its last one. (product 4) */
addEventListener(
  'error',
  (event) => {
    const image = event.target as HTMLElement
    if (!image.matches?.('[data-logo]')) return
    const strip = image.closest('[data-partners]')
    image.closest('li')?.remove()
    if (!strip?.querySelector('li')) strip?.remove()
  },
  true,
)
