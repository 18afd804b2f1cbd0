import { inlineStyle, preloadTag } from './html.ts'

// Threat: T-EDGE-8
test('CSS cannot end the element that it stands in', () => {
  const css = '.a::after { content: "</style><script>alert(1)</script>" } /* </STYLE > */'
  const { tag } = inlineStyle({ css, base: '/remotes/a/1.0.0/', url: '/remotes/a/1.0.0/a.css' })
  expect(tag.match(/<\/style/gi)).toHaveLength(1)
  expect(tag.endsWith('</style>')).toBe(true)
  expect(tag).toContain(String.raw`<\/style>`)
})

// Rule: M-RELEASE-15
test('a module is requested early as a module, any other script as a script, both with their hashes', () => {
  const file = { url: '/remotes/a/1.0.0/entry.js', integrity: 'sha384-a' }
  expect(preloadTag({ ...file, module: true })).toBe(
    '<link rel="modulepreload" href="/remotes/a/1.0.0/entry.js" integrity="sha384-a" crossorigin="anonymous">',
  )
  expect(preloadTag(file)).toContain('rel="preload" as="script"')
})

// Rule: M-SPEED-35
test('a chunk is a script that runs as it comes, named as its own runtime would name it', () => {
  expect(preloadTag({ url: '/remotes/a/1.0.0/2.js', integrity: 'sha384-a', chunkOf: 'a_1_0_0' })).toBe(
    '<script src="/remotes/a/1.0.0/2.js" async integrity="sha384-a" crossorigin="anonymous" data-webpack="a_1_0_0:"></script>',
  )
})
