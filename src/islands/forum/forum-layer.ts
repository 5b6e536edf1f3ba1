import sheet from './forum-layer.css?inline'

if (typeof document !== 'undefined') {
  const style = new CSSStyleSheet()
  style.replaceSync(sheet)
  document.adoptedStyleSheets.push(style)
}
