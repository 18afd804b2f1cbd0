import { freePort } from './port.ts'

test('a free port is given once, although nothing listens on the earlier ones', async () => {
  const ports: number[] = []
  for (let count = 0; count < 1000; count += 1) ports.push(await freePort())
  expect(new Set(ports).size).toBe(ports.length)
})
