import { countryName } from './country-name.ts'

test.each([
  ['076', 'Brazil', 'Brasil'],
  ['620', 'Portugal', 'Portugal'],
  ['840', 'United States of America', 'Estados Unidos'],
  [undefined, 'Kosovo', 'Kosovo'],
])('the country numbered %s is named in Portuguese', (number, otherwise, name) => {
  expect(countryName(number, otherwise)).toBe(name)
})
