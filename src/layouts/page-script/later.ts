import { flags, on } from './root.ts'

// A page names a script that it needs later: in `data-scroll` one for the first time that it is scrolled, in `data-pageshow` one for
// once it is complete. Each is asked for once.
on('scroll pageshow', ({ type }) => {
  const script = flags[type]
  flags[type] = ''
  if (script) import(script)
})
