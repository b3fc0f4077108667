import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvLine, csvResponse, textOfCell } from './csv.server.ts'

describe('a line of CSV', () => {
  it.each([
    [['plain', 12.5, null, true], 'plain,12.5,,true\r\n'],
    [['a "quoted" one', 'with, comma', 'two\nlines'], '"a ""quoted"" one","with, comma","two\nlines"\r\n'],
    [['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx'], `'=1+1,'+1,'-2+3,'@SUM(A1),"'\tx"\r\n`],
    [['\rx', ' =1', 'a;=1', 'a,+1', 'a\n-b', 'a\t@b'], `"'\rx",' =1,"a;'=1","a,'+1","a\n'-b","a\t'@b"\r\n`],
    [['a\r\n\r\nb', 'a; =1', 'one - two', 'x@y.z', '5;6'], '"a\r\n\r\nb","a; =1",one - two,x@y.z,"5;6"\r\n'],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [[-5, '', 'a=b', '-12.50'], '-5,,a=b,-12.50\r\n'],
  ])('a line of %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

it('a line is read back as it was written', () => {
  const texts = ['=1+1', "'=1+1", "''@x", "'", "'quoted'", '-5', "'-5", '', 'plain', ' =1', "' =1", '-a\n-b\n\n+c']
  for (const text of [...texts, "a;=b;'=c;''=d;'e", '\t=\t\n=;', ';;=,,;+', ' \n=x'])
    expect(
      parse(csvLine([text])).map(cells => cells.map(textOfCell)),
      text,
    ).toEqual([[text]])
})

describe('a file of CSV', () => {
  it('a file begins with the mark of UTF-8 and ends with its last line', async () => {
    const response = csvResponse('x.csv', [csvLine(['ä']), csvLine([1])])
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.csv"')
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\ufeffä\r\n1\r\n')
  })

  it('a file requests no more lines than are read', async () => {
    let made = 0
    function* lines() {
      for (;;) yield csvLine([made++, 'x'.repeat(1000)])
    }
    const reader = csvResponse('x.csv', lines()).body!.getReader()
    await reader.read()
    await reader.read()
    expect(made).toBeLessThan(200)
    await reader.cancel()
  })
})
