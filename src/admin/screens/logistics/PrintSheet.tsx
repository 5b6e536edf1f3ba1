import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatDay, formatShortDay } from '#src/contract/event-dates.ts'
import { type LogisticsRole, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { type ContactSheet, type PrintedSheet, type SheetLine, sayTime, sheetFor } from '#src/contract/run-sheet.ts'
import './print-sheet.css'

/** A revision to print, for everybody or for one role, with the sheet of contacts if it was asked for. */
export type Printed = PrintedSheet & { role: LogisticsRole | undefined; contacts: ContactSheet | null }

type PrintSheetProps = { printed: Printed; onDone: () => void }

/** The run sheet as it is printed. It is beside the app, of which paper shows nothing, and opens the print dialog once its code is drawn, once for each `key`. */
export function PrintSheet({ printed, onDone }: PrintSheetProps) {
  const code = usePrint(onDone)
  const { role, contacts } = printed
  const { event, lines, roles, shared, contact } = sheetFor(printed.sheet, role)
  return createPortal(
    <div className="print-sheet">
      <table>
        <caption>Run sheet</caption>
        <thead>
          <tr>
            <th colSpan={5} className="print-head">
              <img
                ref={code}
                alt=""
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(printed.qr)}`}
                width="88"
                height="88"
              />
              <b>{event.name}</b>
              <span>{`${formatDay(event.day)}, ${event.times}`}</span>
              {event.venue && <span>{event.venue}</span>}
              {contact && <span>{`Questions? ${contact}`}</span>}
              {role && <span>{`For ${ROLE_WORDS[role].toLowerCase()}s`}</span>}
              <span>{`Revision ${printed.revision}. Scan the code to see what has changed since.`}</span>
            </th>
          </tr>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Details</th>
            <th scope="col">Who</th>
          </tr>
        </thead>
        <Lines lines={lines} />
      </table>
      <Roles roles={roles} />
      {shared.map(({ label, value }) => (
        <section key={`${label} ${value}`}>
          <h2>{label}</h2>
          <p>{value}</p>
        </section>
      ))}
      {contacts && (
        <Contacts
          {...contacts}
          people={contacts.people.filter((one) => role === undefined || one.role === role)}
          name={event.name}
        />
      )}
    </div>,
    document.body,
  )
}

/** Opens the print dialog once the code is drawn, which the result is for, and says when printing is over. */
function usePrint(onDone: () => void) {
  const code = useRef<HTMLImageElement>(null)
  useEffect(() => {
    let isGone = false
    const print = async () => {
      await code.current?.decode().catch(() => {})
      if (!isGone) window.print()
    }
    // A phone shows its print dialog after `print` has returned: what is printed stays until that is over.
    addEventListener('afterprint', onDone)
    void print()
    return () => {
      isGone = true
      removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  return code
}

function Roles({ roles }: Pick<ReturnType<typeof sheetFor>, 'roles'>) {
  return roles.map((group) => (
    <section key={group.role}>
      <h2>{`${ROLE_WORDS[group.role]}s`}</h2>
      <ul>
        {group.people.map(({ id, name, arrival }) => (
          <li key={id}>{arrival ? `${name}, arrives ${arrival}` : name}</li>
        ))}
      </ul>
    </section>
  ))
}

function Lines({ lines }: { lines: readonly SheetLine[] }) {
  return (
    <tbody>
      {lines.map((line) => (
        <tr key={line.key}>
          <td>{formatShortDay(line.day)}</td>
          <td>{sayTime(line)}</td>
          <td>{line.title}</td>
          <td>{line.detail}</td>
          <td>{line.owner}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** Phone numbers and emergency contacts, on a page of their own that can be left behind or destroyed. */
function Contacts({ people, siteContacts, name }: ContactSheet & { name: string }) {
  return (
    <table className="print-contacts">
      <caption>{`Contacts: ${name}`}</caption>
      <thead>
        <tr>
          <th colSpan={4} className="print-head">
            <span>Confidential. Keep this sheet apart, and destroy it after the event.</span>
            {siteContacts.map((contact) => (
              <span key={contact}>{`At the venue: ${contact}`}</span>
            ))}
          </th>
        </tr>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Phone</th>
          <th scope="col">Emergency contact</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>{person.name}</td>
            <td>{ROLE_WORDS[person.role]}</td>
            <td>{person.isFromLibrary ? `${person.phone} (from the library)` : person.phone}</td>
            <td>{person.emergency}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
