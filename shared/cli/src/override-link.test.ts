import { linkedAddress, overrideLink } from './override-link.ts'

const facts = {
  shell: 'https://atalaia.example',
  remote: 'mfe-analytics',
  address: 'http://127.0.0.1:4102',
  page: '/app/main/analytics',
}

test("a shell's address leads to the remote's own page", () => {
  expect(overrideLink(facts)).toBe(
    'https://atalaia.example/app/main/analytics?remote=mfe-analytics@http://127.0.0.1:4102',
  )
})

test('a page of the shell stays that page, with its query', () => {
  expect(overrideLink({ ...facts, shell: 'https://atalaia.example/app/profile?tab=1' })).toBe(
    'https://atalaia.example/app/profile?tab=1&remote=mfe-analytics@http://127.0.0.1:4102',
  )
})

test('a key goes with it', () => {
  expect(new URL(overrideLink({ ...facts, key: 'a+b/c=' })).searchParams.get('override-key')).toBe('a+b/c=')
})

test.each(['atalaia.example', 'ftp://atalaia.example', ''])('"%s" is no address of a shell', (shell) => {
  expect(() => overrideLink({ ...facts, shell })).toThrow('give the address of a shell')
})

// Rule: M-OVERRIDE-2
test('a link that an operator made brings its key, and the page of the remote in the place of its own', () => {
  const shell = 'https://atalaia.example/?remote=mfe-analytics%40http%3A%2F%2Flocalhost%3A4102&override-key=k1'
  expect(overrideLink({ ...facts, shell })).toBe(
    'https://atalaia.example/app/main/analytics?remote=mfe-analytics@http://127.0.0.1:4102&override-key=k1',
  )
  expect(linkedAddress(shell, 'mfe-analytics')?.port).toBe('4102')
  expect(linkedAddress(facts.shell, 'mfe-analytics')).toBeUndefined()
})

test.each(['mfe-outro@http://localhost:4102', 'mfe-analytics@https://example.com', 'mfe-analytics'])(
  'a link for %s is refused',
  (linked) => {
    expect(() => linkedAddress(`https://atalaia.example/?remote=${linked}`, 'mfe-analytics')).toThrow('ask for one for')
  },
)
