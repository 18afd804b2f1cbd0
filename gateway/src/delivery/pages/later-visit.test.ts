import { createPublished, openTestDatabase } from '../../../testing/published.ts'

const linksFirst = ({ body }: { body: string }) => body.split('<div id="root">')[0]?.includes('rel="stylesheet"')

// Rule: M-SPEED-33
test('a browser that has had a page before has the stylesheet, so that its page links it first', async () => {
  const { app, close } = await createPublished(await openTestDatabase())
  const open = (cookie: string) => app.inject({ url: '/app/main/analytics', headers: { cookie } })
  const first = await open('token=1')
  const [known = ''] = String(first.headers['set-cookie']).split(';')
  const later = await open(`token=1; ${known}`)
  expect([first, later, await open('token=1; atalaia_browser=forged')].map(linksFirst)).toEqual([false, true, false])
  await close()
})
