// The container's health check. Process 1 is the server; its command tells which one.
import { readFileSync } from 'node:fs'

// Below HEALTHCHECK's --timeout: podman waits for the end of this process (M-IMAGE-85).
const SILENCE_MS = 3000

const isApi = readFileSync('/proc/1/cmdline', 'utf8').includes('leak-api')
const port = process.env.PORT || (isApi ? 4000 : 3000)
const scheme = !isApi && process.env.TLS_CERT ? 'https' : 'http'
if (scheme === 'https') process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const answer = await fetch(`${scheme}://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(SILENCE_MS) })
process.exit(answer.ok ? 0 : 1)
