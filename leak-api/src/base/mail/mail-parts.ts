import type { AlertLevel } from '@atalaia/contracts/alerts'
import { COLOURS, LEVEL_COLOURS } from '../brand-looks.ts'
import type { MailPart } from './enqueue-mail.ts'
import { escape } from './mail-frame.ts'

/** Columns of a terminal, and of what people quote in replies (RFC 3676 section 4.2). */
const COLUMNS = 72

const LEVELS: Readonly<Record<AlertLevel, string>> = {
  baixa: 'Baixa',
  media: 'Média',
  alta: 'Alta',
  critica: 'Crítica',
}

export const wrap = (text: string, indent = ''): string => {
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

/** A part as plain text. Addresses stay whole: a broken one cannot be opened. */
export const plainPart = (part: MailPart): string => {
  if (typeof part === 'string') return wrap(part)
  if ('items' in part) return part.items.map((item) => `- ${wrap(item, '  ')}`).join('\n')
  if ('findings' in part)
    return part.findings
      .map(({ level, who, what, link }) => `- ${wrap(`${LEVELS[level]}: ${who}, ${what}`, '  ')}\n  ${link}`)
      .join('\n')
  return `${wrap(`${part.label}:`)}\n\n${part.link}`
}

const button = (label: string, address: string) =>
  `<p style="margin:24px 0"><a class="main" href="${address}" style="display:inline-block;padding:12px 22px;border-radius:6px;` +
  `background:${COLOURS.accent};color:${COLOURS.white};font-weight:600;text-decoration:none">${label}</a></p>`
const way = (label: string, address: string) =>
  `<a class="way" href="${address}" style="color:${COLOURS.accent}">${label}</a>`

type Finding = Extract<MailPart, { findings: unknown }>['findings'][number]

const row = ({ level, who, what, link }: Finding) => {
  const cell = `class="line" style="padding:10px 12px 10px 0;border-bottom:1px solid ${COLOURS.line};vertical-align:top`
  return (
    `<tr><td ${cell};width:1%"><span style="display:inline-block;padding:2px 10px;white-space:nowrap;border-radius:11px;` +
    `background:${LEVEL_COLOURS[level]};color:${COLOURS.white};font-size:12px;font-weight:600">${LEVELS[level]}</span></td>` +
    `<td ${cell}"><strong>${escape(who)}</strong><br><span class="muted" style="color:${COLOURS.muted};font-size:14px">` +
    `${escape(what)}</span></td><td ${cell};padding-right:0;text-align:right;width:1%;white-space:nowrap">${way('Ver', escape(link))}</td></tr>`
  )
}

/** A part as HTML. `isMain`: it is the mail's first action. */
export const richPart = (part: MailPart, isMain: boolean): string => {
  if (typeof part === 'string') return `<p style="margin:12px 0">${escape(part)}</p>`
  if ('items' in part) return `<ul>${part.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
  if ('findings' in part)
    return (
      '<table width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0;font-size:15px">' +
      `${part.findings.map(row).join('')}</table>`
    )
  const [label, address] = [escape(part.label), escape(part.link)]
  return isMain ? button(label, address) : `<p style="margin:12px 0">${way(label, address)}</p>`
}
