import { createBus } from '@atalaia/kernel'
import { createMemoryRouter } from '@atalaia/react/router'
import { tellRefusedStorage } from './tell-refused-storage.ts'

const open = async () => {
  const logger = { error: jest.fn(), warn: jest.fn(), info: jest.fn() }
  const bus = createBus(logger)
  const texts: string[] = []
  bus.subscribe('toast:requested', ({ text }) => texts.push(text))
  const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/'] })
  tellRefusedStorage(bus, router)
  for (const path of ['/login', '/registro', '/login']) await router.navigate(path)
  return texts
}

// Rule: P-SESSION-62
test('where storage is refused the page of the login says once why a session does not last', async () => {
  expect(await open()).toEqual([expect.stringContaining('não deixa a página guardar a sessão')])
})
