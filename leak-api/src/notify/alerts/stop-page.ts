import { createHash } from 'node:crypto'
import { contentPolicy } from '@atalaia/server'
import { BRAND_MARK, COLOURS } from '../../base/brand-looks.ts'
import { escape } from '../../base/mail/mail-frame.ts'

const STYLE =
  `:root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;background:light-dark(${COLOURS.pale},#0a0e16)}` +
  `header{display:flex;gap:12px;align-items:center;padding:16px 24px;background:${COLOURS.night};color:#fff;font-size:18px;font-weight:600}` +
  'main{max-width:32rem;margin:8vh auto 0;padding:0 24px}h1{font-size:22px}form{display:flex;flex-wrap:wrap;gap:12px}' +
  `button{font:inherit;font-weight:600;padding:12px 20px;border:1px solid light-dark(${COLOURS.accent},#8cc4ea);border-radius:6px;` +
  `background:none;color:light-dark(${COLOURS.accent},#8cc4ea)}button:last-child{border-color:${COLOURS.accent};background:${COLOURS.accent};color:#fff}`

export const STOP_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy({
    'default-src': ["'none'"],
    'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  }),
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
}

const MARK =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">' +
  `<path fill="${COLOURS.beam}" d="${BRAND_MARK.beam}"/><path fill="#fff" d="${BRAND_MARK.tower}"/></svg>`

/** The page of the link that stops alerts. `paragraphs`: plain text; `more`: HTML below them. */
const pageOf = (brand: string, paragraphs: readonly string[], more = '') =>
  '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>Avisos por e-mail · ${escape(brand)}</title><style>${STYLE}</style></head><body><header>${MARK}${escape(brand)}</header>` +
  `<main><h1>Avisos por e-mail</h1>${paragraphs.map((text) => `<p>${escape(text)}</p>`).join('')}${more}</main></body></html>`

/** The person and the organisations that a link is about. */
export type Stopped = {
  /** Masked. */
  readonly mailbox: string
  /** Unnamed organisations are left out. */
  readonly organisations: readonly string[]
  /** Whether alerts come more often than once a week. */
  readonly isOften: boolean
}

const aboutText = (organisations: readonly string[]) =>
  organisations.length === 0 ? 'da sua organização' : `de ${organisations.join(', ')}`

/** Asks whether alerts are to come less often, or not at all. */
export const askPage = (brand: string, { mailbox, organisations, isOften }: Stopped): string =>
  pageOf(
    brand,
    [`Avisos de vazamentos ${aboutText(organisations)} enviados para ${mailbox}. O que você prefere?`],
    `<form method="post">${isOften ? '<button name="frequencia" value="semanal">Receber uma vez por semana</button>' : ''}` +
      '<button name="frequencia" value="nunca">Parar avisos</button></form>',
  )

export const changedPage = (brand: string, { mailbox, organisations }: Stopped, isWeekly: boolean): string =>
  pageOf(brand, [
    isWeekly
      ? `Pronto: os avisos ${aboutText(organisations)} chegam a ${mailbox} uma vez por semana, às segundas-feiras.`
      : `Pronto: os avisos ${aboutText(organisations)} não chegam mais a ${mailbox}.`,
    'Você pode mudar isso no painel, na página Avisos.',
  ]).replace('<p>Pronto', '<p role="status">Pronto')
