import { BRAND_MARK, COLOURS } from '../brand-looks.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** A text as HTML, also inside of an attribute. */
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** For clients that know dark grounds; others keep to the colours of the elements. */
const STYLE = `:root{color-scheme:light dark}
@media (max-width:480px){.pad{padding-left:18px!important;padding-right:18px!important}.main{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.page{background:#0a0e16!important}.card{background:#141b26!important;border-color:#2b3646!important}
.ink{color:#e8edf4!important}.muted{color:#a9b5c4!important}.line{border-color:#2b3646!important}.way{color:#8cc4ea!important}
.main{background:#2f7fb3!important}.head{background:#0d2b42!important}}`

/** Decorative: the name appears next to it. */
const MARK =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" style="vertical-align:middle">' +
  `<path fill="${COLOURS.beam}" d="${BRAND_MARK.beam}"/><path fill="${COLOURS.white}" d="${BRAND_MARK.tower}"/></svg>`

/** Ends the preview line of mail lists. */
const REST = '&#847;&zwnj;&nbsp;'.repeat(60)

type MailFrame = {
  readonly lang: string
  readonly brand: string
  readonly subject: string
  readonly preview: string
  readonly content: string
  readonly foot: string
}

/** The page of a mail: the brand on its night, the content, and a foot. It loads nothing from anywhere (M-MAIL-4). */
export const mailFrame = ({ lang, brand, subject, preview, content, foot }: MailFrame): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
  `<meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>${STYLE}</style></head>` +
  `<body class="page" style="margin:0;background:${COLOURS.pale}">` +
  `<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}${REST}</div>` +
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${COLOURS.pale}"><tr>` +
  '<td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" ' +
  `style="max-width:600px;border:1px solid ${COLOURS.line};border-radius:10px;overflow:hidden;background:${COLOURS.white};` +
  'font:16px/1.5 Inter,system-ui,-apple-system,Segoe UI,sans-serif"><tr>' +
  `<td class="head pad" style="padding:16px 32px;background:${COLOURS.night};color:${COLOURS.white};font-size:18px;font-weight:600">` +
  `${MARK} <span style="vertical-align:middle">${escape(brand)}</span></td></tr>` +
  `<tr><td class="pad ink" style="padding:12px 32px 20px;color:${COLOURS.ink};overflow-wrap:anywhere">${content}</td></tr></table>` +
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="pad muted" ` +
  `style="padding:16px 32px;color:${COLOURS.muted};font:12px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere">${foot}</td></tr></table>` +
  '</td></tr></table></body></html>'
