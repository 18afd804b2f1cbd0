import type { MailPart } from './enqueue-mail.ts'
import { escape, mailFrame } from './mail-frame.ts'
import { plainPart, richPart, wrap } from './mail-parts.ts'

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

export type Sender = { readonly brand: string; readonly origin: string }

export type MailContent = {
  readonly subject: string
  readonly body: readonly MailPart[]
  readonly stop?: string | undefined
}

const footer = ({ brand, origin }: Sender) => `Mensagem automática de ${brand}, ${origin}. Não responda a este e-mail.`

const STOP = 'Receber menos avisos, ou parar'

const isAction = (part: MailPart) => typeof part === 'object' && 'link' in part

/**
 * Composes a mail. Its first link is the main action; a footer has brand and address. The HTML
 * loads nothing, and links lead where they say (M-MAIL-4).
 */
export const composeMail = ({ subject, body, stop }: MailContent, sender: Sender): ComposedMail => {
  const main = body.find(isAction)
  const address = main && escape(main.link)
  return {
    subject: `${subject} · ${sender.brand}`,
    text: `${body.map(plainPart).join('\n\n')}\n\n-- \n${wrap(footer(sender))}\n${stop === undefined ? '' : `\n${STOP}:\n${stop}\n`}`,
    html: mailFrame({
      brand: sender.brand,
      subject,
      preview: body.find((part) => typeof part === 'string') ?? subject,
      content: body.map((part) => richPart(part, part === main)).join(''),
      foot: [
        ...(address === undefined ? [] : [`Se o botão não abrir, copie este endereço: ${address}`]),
        escape(footer(sender)),
        ...(stop === undefined ? [] : [`<a href="${escape(stop)}" style="color:inherit">${STOP}</a>.`]),
      ].join('<br>'),
    }),
  }
}
