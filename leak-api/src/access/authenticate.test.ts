import { once } from 'node:events'
import { request as open } from 'node:http'
import { eachDatabase } from '../../testing/each-database.ts'
import { createTestApi } from '../../testing/test-api.ts'

eachDatabase((database) => {
  // Threat: T-ACCOUNT-5
  test("one organisation's flood does not come before another one's call", async () => {
    const api = await createTestApi(database())
    const [acme, rival] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    await api.get('/emails', acme)
    const ended: string[] = []
    const call = async (name: string, token: string) => {
      expect((await api.get('/dashboard/resumo', token)).statusCode).toBe(200)
      ended.push(name)
    }
    const flood = Array.from({ length: 200 }, () => call('acme', acme))
    await call('rival', rival)
    expect(ended.indexOf('rival')).toBeLessThan(20)
    await Promise.all(flood)
  })

  // Threat: T-ACCOUNT-5
  test('calls whose bodies do not come hold no place', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const url = await api.app.listen({ port: 0 })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '100' }
    const slow = Array.from({ length: 20 }, () => open(`${url}/api/emails`, { method: 'POST', headers }))
    for (const call of slow) call.on('error', () => undefined).write('{')
    await Promise.all(slow.map((call) => call.socket ?? once(call, 'socket')))
    for (let call = 0; call < 20; call++) expect((await api.get('/emails', token)).statusCode).toBe(200)
    for (const call of slow) call.destroy()
    await api.app.close()
  })

  // Threat: T-ACCOUNT-5
  test('an account has so many calls a minute, and another one its own', async () => {
    const api = await createTestApi(database(), { accountCallsPerMinute: 2 })
    const [ana, bia] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('bia@acme.com')]
    const statuses = []
    for (let call = 0; call < 3; call++) statuses.push((await api.get('/emails', ana)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await api.get('/emails', bia)).statusCode).toBe(200)
    api.clock.advance(60)
    expect((await api.get('/emails', ana)).statusCode).toBe(200)
  })
})
