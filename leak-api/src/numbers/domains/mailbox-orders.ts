import { MAX_ADDRESS_LENGTH } from '@atalaia/contracts/email-address'
import type { Database } from '@atalaia/database'
import type { RateLimit, RateLimits } from '@atalaia/server'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { createMailShares, sendWithin, type PutOff } from '../../base/mail/mail-shares.ts'
import { createMailboxCodes, type CodeMail } from './mailbox-codes.ts'

/** A code that somebody asks for. `what` is what it is about: an address, or a domain. */
export type AskedCode = Pick<CodeMail, 'purpose' | 'organisationId' | 'mailbox'> & { readonly what: string }

export type SentCode =
  | { readonly status: 'sent' }
  /** A code was sent to the mailbox a few minutes ago. */
  | { readonly status: 'sent-before' }
  /** No mail is sent to an address of this length. */
  | { readonly status: 'too-long' }
  /** Too many were asked for. */
  | PutOff

/** The orders of people and their programs about mailboxes that say yes, within the bounds of the organisation and of the mailbox (M-OWN-2). */
export type MailboxOrders = {
  /** Counts a mail that an organisation asks for, or a code that it tries. */
  enter: RateLimit['consume']
  /** Mails a code. */
  send(asked: AskedCode): Promise<SentCode>
}

/** Mails that an organisation may cause in an hour, and codes that it may try: their readers did not ask for them. */
const PER_HOUR = 30
/** Characters of an address in a mail's subject. */
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
