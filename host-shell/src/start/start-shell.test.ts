jest.mock('@atalaia/kernel/http', () => {
  throw new Error('the code of calls was loaded')
})

// Rule: M-SPEED-10
test('the modules that start the page load no code of calls, and ask nothing of Intl', async () => {
  const used: string[] = []
  const names = Object.getOwnPropertyNames(Intl).filter((name) => /^[A-Z]/.test(name))
  for (const name of names) {
    const original = Reflect.get(Intl, name)
    const noted = new Proxy(original, {
      construct: (target, given) => {
        used.push(name)
        return Reflect.construct(target, given)
      },
    })
    Object.defineProperty(Intl, name, { value: noted, configurable: true, writable: true })
  }
  const { startShell } = await import('./start-shell.tsx')
  expect([typeof startShell, used]).toEqual(['function', []])
})
