import { inertHtml } from './inert-html.ts'

// Rule: M-RELEASE-13
test.each([
  ['<p data-pm-slice="1 1 []">um <strong>dois</strong></p>', '<p data-pm-slice="1 1 []">um <strong>dois</strong></p>'],
  ['<meta charset="utf-8"><!--StartFragment--><P STYLE="color:red">a</P><!--EndFragment-->', '<p>a</p>'],
  ['<style>p { color: red }</style><p>a<o:p></o:p></p>', '<p>a</p>'],
  ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a <b>b</b></p></b>', '<p>a <b>b</b></p></b>'],
  ['<a href="https://a.example/?b=1" onclick="x()">a</a>', '<a href="https://a.example/?b=1">a</a>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<img src=x onerror="alert(1)">a<script>alert(1)</script>', 'a'],
  ['<script>alert(1)', ''],
  ['<table><tr><td>1</td></tr></table>', '1'],
  ['1 < 2 <p', '1 &lt; 2 &lt;p'],
])('what is pasted is reduced to markup that can do nothing: %s', (pasted, reduced) => {
  expect(inertHtml(pasted)).toBe(reduced)
})
