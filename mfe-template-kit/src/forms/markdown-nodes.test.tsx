import { render } from '@testing-library/react'
import markdownIt from 'markdown-it'
import { markdownNodes } from './markdown-nodes.ts'

const markdown = markdownIt({ html: false, linkify: true })

const shown = (text: string): HTMLElement => render(<>{markdownNodes(markdown.parse(text, {}))}</>).container

const SAMPLE = `# Título

Um *parágrafo* com **força**, \`código\`, ~~nada~~,
[um link](https://atalaia.example "dica") e https://atalaia.example.
Outra linha  
e mais uma.

- um
- dois

3. três

   separado

4. quatro

> citado

\`\`\`js
const a = 1 < 2
\`\`\`

| a | b |
| - | - |
| 1 | **2** |

---
`

const compact = (html: string) =>
  html
    .replaceAll(/>\n</g, '><')
    .replaceAll('<br>\n', '<br>')
    .replaceAll(/ class="[^"]*"/g, '')
    .trim()

test('all that Markdown has becomes the elements that its own library writes', () => {
  const own = document.createElement('div')
  own.innerHTML = compact(markdown.render(SAMPLE))
  expect(compact(shown(SAMPLE).innerHTML)).toBe(compact(own.innerHTML))
})

// Rule: M-RELEASE-13
test('a tag stays text, a script address becomes no link, and a picture is shown as its description', () => {
  const view = shown('<img src=x>\n\n[x](javascript:alert(1))\n\n![Uma torre](https://elsewhere.example/x.png)')
  expect(view.querySelector('img, a')).toBeNull()
  expect(view).toHaveTextContent('<img src=x>')
  expect(view).toHaveTextContent('Uma torre')
})
