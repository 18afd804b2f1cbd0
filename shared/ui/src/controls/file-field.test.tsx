import { render, screen } from '@testing-library/react'
import { FileField } from './file-field.tsx'

// Rule: P-FORM-2
test('a file field names what was chosen, in words of the page', () => {
  const { rerender } = render(<FileField label="CSV" chosen={undefined} />)
  expect(screen.getByText('Escolher arquivo')).toBeVisible()
  expect(screen.getByText('Nada escolhido')).toBeVisible()
  rerender(<FileField label="CSV" chosen="casos.csv" />)
  expect(screen.getByLabelText('CSV')).toHaveAccessibleDescription('casos.csv')
})
