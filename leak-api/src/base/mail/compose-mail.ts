import type { MailPart } from './enqueue-mail.ts'

/** Columns of a terminal, and of what people quote in replies (RFC 3676 section 4.2). */
const COLUMNS = 72

/** A mail as it is sent: the same words as plain text and as HTML. */
export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** The product as a mail names it: `origin` is the address of its pages. */
export type Sender = { readonly brand: string; readonly origin: string }

export type MailContent = {
  readonly subject: string
  readonly body: readonly MailPart[]
  /** Stops mails of this kind; the footer has it. */
  readonly stop?: string | undefined
}

const wrap = (text: string, indent = ''): string => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].join(`\n${indent}`)
}

const plain = (part: MailPart): string => {
  if (typeof part === 'string') return wrap(part)
  if ('items' in part) return part.items.map((item) => `- ${wrap(item, '  ')}`).join('\n')
  // The address stays whole: a broken one cannot be opened.
  return `${wrap(`${part.label}:`)}\n\n${part.link}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const rich = (part: MailPart): string => {
  if (typeof part === 'string') return `<p>${escape(part)}</p>`
  if ('items' in part) return `<ul>${part.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
  const address = escape(part.link)
  return (
    `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:6px;` +
    `background:#1c5fd1;color:#ffffff;font-weight:600;text-decoration:none">${escape(part.label)}</a></p>` +
    `<p style="font-size:13px;color:#55606e;word-break:break-all">Ou copie o endereço: ${address}</p>`
  )
}

const footer = ({ brand, origin }: Sender) => `Mensagem automática de ${brand}, ${origin}. Não responda a este email.`

const STOP = 'Para não receber mais mensagens como esta'

/**
 * Puts a mail into words: its paragraphs, and a footer with brand and address. The HTML loads nothing from anywhere,
 * so that opening it tells nobody, and its links lead where they say (M-MAIL-4).
 */
export const composeMail = ({ subject, body, stop }: MailContent, sender: Sender): ComposedMail => ({
  subject: `${subject} · ${sender.brand}`,
  text: `${body.map(plain).join('\n\n')}\n\n-- \n${wrap(footer(sender))}\n${stop === undefined ? '' : `\n${STOP}:\n${stop}\n`}`,
  html:
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>` +
    '<body style="margin:0;padding:24px;background:#f3f5f8;color:#18202b;font:16px/1.5 system-ui,sans-serif">' +
    '<div style="max-width:560px;margin:0 auto;padding:24px 32px;border-radius:10px;background:#ffffff">' +
    `<p style="font-size:18px;font-weight:600">${escape(sender.brand)}</p>${body.map(rich).join('')}</div>` +
    `<p style="max-width:560px;margin:16px auto;font-size:12px;color:#55606e">${escape(footer(sender))}` +
    (stop === undefined ? '</p>' : ` <a href="${escape(stop)}" style="color:inherit">${STOP}</a>.</p>`) +
    '</body></html>',
})
