const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
/** What no document in XML may hold. (XML 1.0, 2.2) */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Text as it stands between tags and in attributes, of HTML and XML alike. */
export function escapeMarkup(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** The words of our own sanitised HTML, for structured data. Its attributes hold no `>` that is not escaped. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (entity, hex, decimal, name) =>
      name ? (NAMED[name] ?? entity) : signOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

function signOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
