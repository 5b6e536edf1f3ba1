/** The mark of the house as its drawing would show it, where a wide screen has room to spare. */
export function BoltDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 220"
      className="mt-14 hidden w-80 text-enamel-line lg:block"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M110 26 183 68v84l-73 42-73-42V68z" />
      <circle cx="110" cy="110" r="70" />
      <circle cx="110" cy="110" r="39" />
      <path d="M8 110h204M110 8v204" strokeDasharray="14 4 3 4" strokeWidth="1" />
      <path className="stroke-signal" d="m110 110 96-55.5" strokeWidth="14" />
    </svg>
  )
}
