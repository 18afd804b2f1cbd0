import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import { dashboard, ProductView } from './product-view.tsx'

const themes = join(__dirname, '../../../shared/ui/src/styles/themes')

// Rule: P-LANDING-12
test('the product is shown in a picture for each light that says what is seen, and keeps its room before it has come', () => {
  const { container } = render(<ProductView {...dashboard} />)
  const pictures = screen.getAllByRole('img', { name: /^O painel/ })
  expect(pictures).toHaveLength(2)
  for (const picture of pictures) {
    expect(picture).toHaveAttribute('width', '1440')
    expect(picture).toHaveAttribute('height', '812')
  }
  for (const source of container.querySelectorAll('source')) expect(source).toHaveAttribute('height', '600')
})

// Rule: P-LANDING-12
test('the themes in which the light picture is shown are those that say they are light', () => {
  const light = readdirSync(themes)
    .map((file) => readFileSync(join(themes, file), 'utf8'))
    .filter((css) => css.includes('color-scheme: light'))
    .flatMap((css) => /:is\(body, \.ui-theme\)(?::is\(([^)]+)\)|(\.[a-z-]+))/.exec(css)?.slice(1) ?? [])
    .flatMap((names) => names?.split(', ') ?? [])
  const rules = readFileSync(join(__dirname, 'product.css'), 'utf8')
  const shown = /:is\(([^)]+)\) \.landing-view__light \{\s+display: block/.exec(rules)?.[1]
  const hidden = /:is\(([^)]+)\) \.landing-view__dark \{\s+display: none/.exec(rules)?.[1]
  expect(shown?.split(', ').toSorted()).toEqual(light.toSorted())
  expect(hidden).toBe(shown)
})
