import { render } from '@testing-library/react'
import { Person } from './person.tsx'

// Rule: P-ACCOUNT-8
test.each([
  [{ name: 'Ana Maria Dias', email: 'ana@acme.com' }, 'ADAna Maria Dias ana@acme.com'],
  [{ name: 'Ágata', email: 'agata@acme.com', note: 'você' }, 'ÁÁgata (você) agata@acme.com'],
  [{ name: '', email: 'leo@acme.com' }, 'Lleo@acme.com'],
])('%j has initials, and the address beside a name', (person, text) => {
  const { container } = render(<Person {...person} />)
  expect(container).toHaveTextContent(text)
})
