import { render, screen } from '@testing-library/react'
import { dashboard, ProductView } from './product-view.tsx'

// Rule: P-LANDING-12
test('the product is shown in a picture that says what is seen, and keeps its room before it has come', () => {
  const { container } = render(<ProductView {...dashboard} />)
  const picture = screen.getByRole('img', { name: /^O painel/ })
  expect(picture).toHaveAttribute('width', '1440')
  expect(picture).toHaveAttribute('height', '812')
  expect(container.querySelector('source')).toHaveAttribute('height', '600')
})
