import { createPushBrowser, startPushService } from './push-service.ts'

// The push service of a browser test, and a browser's keys, in a process of its own. It sends the address and the keys, then what
// the browser reads of each push (RFC 8291).
const { url } = await startPushService((push) => void process.send?.(JSON.stringify(browser.read(push))))
const browser = createPushBrowser(url)
process.send?.(browser.body)
process.on('disconnect', () => process.exit())
