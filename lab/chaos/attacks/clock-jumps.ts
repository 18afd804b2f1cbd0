import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { addressIn, JSON_BODY, send } from '../http.ts'

const PLACES = [process.env['FAKETIME_LIBRARY'] ?? '', '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1']
const MAX_TRIES = 30
const JUMPS = ['+50m', '-50m', '+0m']

const findLibrary = async (): Promise<string | undefined> => {
  for (const place of PLACES.filter((one) => one !== '')) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    )
    if (isThere) return place
  }
  return undefined
}

export const clockJumps: Attack = {
  name: 'clock-jumps',
  what: "the API's clock jumps 50 minutes ahead, 100 minutes back, and to the right time",
  short: false,
  leastSeconds: 12,
  health: 'either',
  pages: 'served',
  // The API is started again with the clock that jumps, and without it afterwards.
  api: 'interrupted',
  unable: async () =>
    (await findLibrary()) === undefined ? 'there is no libfaketime: apt-get install faketime' : undefined,
  attack: async (stage, signal) => {
    const file = join(stage.dataDir, 'clock')
    await writeFile(file, '+0m\n')
    await stage.restart('leak-api', {
      LD_PRELOAD: await findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const found: string[] = []
    const person = await stage.signUp(addressIn(20, 0))
    // Sign-ups have the longest first wait of all limits, 30 s: none ends by itself before the last jump.
    const signUp = { url: `${stage.url}/api/auth/signup`, method: 'POST' as const, headers: JSON_BODY }
    const body = JSON.stringify({ email: 'too@short.example', password: 'short' })
    const isRefused = async () => (await send({ ...signUp, body, from: addressIn(20, 1) })).status === 429
    let refused = false
    for (let tries = 0; tries < MAX_TRIES && !refused; tries++) refused = await isRefused()
    if (!refused) found.push(`${MAX_TRIES} sign-ups were not slowed down: nothing was measured`)
    for (const jump of JUMPS) {
      await writeFile(file, `${jump}\n`)
      await wait(1000, undefined, { signal }).catch(() => undefined)
      if (refused && !(await isRefused())) found.push(`a clock at ${jump} ended the wait for another sign-up`)
      const headers = { authorization: `Bearer ${person.token}` }
      const read = await send({ url: `${stage.url}/api/dashboard/resumo`, headers, from: person.from })
      if (read.status !== 200) found.push(`with a clock at ${jump} a session's call was answered with ${read.status}`)
    }
    await stage.restart('leak-api')
    return found
  },
}
