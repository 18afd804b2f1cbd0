import { startSmtp } from './smtp.ts'

// The SMTP server of a browser test, in a process of its own. It sends its address, and to each message its mails.
const { url, received } = await startSmtp()
process.on('message', () => process.send?.({ received }))
process.send?.({ url })
