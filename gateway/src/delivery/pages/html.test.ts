import { inlineStyle } from './html.ts'

// Threat: T-EDGE-8
test('CSS cannot end the element that it stands in', () => {
  const css = '.a::after { content: "</style><script>alert(1)</script>" } /* </STYLE > */'
  const { tag } = inlineStyle({ css, base: '/remotes/a/1.0.0/', url: '/remotes/a/1.0.0/a.css' })
  expect(tag.match(/<\/style/gi)).toHaveLength(1)
  expect(tag.endsWith('</style>')).toBe(true)
  expect(tag).toContain(String.raw`<\/style>`)
})
