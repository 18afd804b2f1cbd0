import { MAX_ADDRESS_LENGTH } from '@atalaia/contracts/email-address'
import type { Database } from '@atalaia/database'
import type { RateLimit, RateLimits } from '@atalaia/server'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { createMailShares, sendWithin, type PutOff } from '../../base/mail/mail-shares.ts'
import { createMailboxCodes, type CodeMail } from './mailbox-codes.ts'

export type AskedCode = Pick<CodeMail, 'purpose' | 'organisationId' | 'mailbox'> & { readonly what: string }

export type SentCode =
  | { readonly status: 'sent' }
  | { readonly status: 'sent-before' }
  | { readonly status: 'too-long' }
  | PutOff

/** Mailboxes that say yes, within limits of organisation and mailbox (M-OWN-2). */
export type MailboxOrders = {
  enter: RateLimit['consume']
  send(asked: AskedCode): Promise<SentCode>
}

/** The readers did not request the mails. */
const PER_HOUR = 30
const MAX_SHOWN = 120

const shown = (what: string) => (what.length > MAX_SHOWN ? `${what.slice(0, MAX_SHOWN)}…` : what)

export type MailboxOrderParts = { readonly database: Database; readonly limits: RateLimits; readonly clock: Clock }

export const createMailboxOrders = ({ database, limits, clock }: MailboxOrderParts): MailboxOrders => {
  const mails = limits.window({ name: 'mailbox-codes', points: PER_HOUR, windowMs: HOUR_MS })
  const sharesOf = createMailShares(limits, 'mailbox-mails')
  const send = async ({ purpose, organisationId, mailbox, what }: AskedCode): Promise<SentCode> => {
    if (mailbox.length > MAX_ADDRESS_LENGTH) return { status: 'too-long' }
    const subject = `Código para confirmar ${shown(what)}`
    const body = [
      `Alguém que usa este serviço quer ver em que vazamentos aparece ${what}.`,
      'Quem lê esta caixa decide: só quem receber de você o código abaixo verá esses dados.',
    ]
    return sendWithin(sharesOf({ asker: organisationId, mailbox }), async () => {
      const isSent = await database.transaction((transaction) =>
        createMailboxCodes(transaction).send({ purpose, organisationId, mailbox, subject, body, at: clock() }),
      )
      return { status: isSent ? 'sent' : 'sent-before' }
    })
  }
  return { enter: mails.consume, send }
}
