// Markdown as elements, never as markup: what came from data stays text. A picture is shown only if it is inside the text or
// one of the charts.
import { lexer, type Token, type Tokens } from 'marked';
import { useMemo, type ReactNode } from 'react';
import type { Chart } from '../api/types';
import { SqlText } from '../ask/SqlPanel';
import { ChartCard } from '../chart/ChartCard';
import { strings } from '../strings';
import { Guarded } from '../ui/Guarded';

export function Markdown({ text, charts }: { text: string; charts: Chart[] }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <div className="report">{tokens.map((token, index) => block(token, index, charts))}</div>;
}

/** Begins with a mark of its own. */
const MARKED = /^[✓✗⚠]/;

const headings = ['h1', 'h2', 'h3', 'h4', 'h4', 'h4'] as const;

function block(token: Token, key: number, charts: Chart[]): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = headings[(token as Tokens.Heading).depth - 1] ?? 'h4';
      return <Heading key={key}>{inlines(token.tokens, charts)}</Heading>;
    }
    case 'paragraph': {
      const only = token.tokens?.length === 1 ? token.tokens[0] : null;
      if (only?.type === 'image') return <div key={key}>{inline(only, 0, charts)}</div>;
      return <p key={key}>{inlines(token.tokens, charts)}</p>;
    }
    case 'list': {
      const list = token as Tokens.List;
      const items = list.items.map((item, index) => (
        <li key={index} className={MARKED.test(item.text) ? 'marked' : undefined}>
          {item.tokens.map((inner, at) => block(inner, at, charts))}
        </li>
      ));
      return list.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
    }
    case 'blockquote':
      return <blockquote key={key}>{token.tokens?.map((inner, index) => block(inner, index, charts))}</blockquote>;
    case 'code':
      return <SqlText key={key} sql={(token as Tokens.Code).text} />;
    case 'table':
      return <ReportTable key={key} table={token as Tokens.Table} charts={charts} />;
    case 'hr':
      return <hr key={key} />;
    case 'space':
      return null;
    case 'text':
      return <span key={key}>{token.tokens ? inlines(token.tokens, charts) : (token as Tokens.Text).text}</span>;
    default:
      return <p key={key}>{token.raw}</p>;
  }
}

function ReportTable({ table, charts }: { table: Tokens.Table; charts: Chart[] }) {
  const align = (index: number) => ({ textAlign: table.align[index] ?? ('left' as const) });
  return (
    <div className="report-table" tabIndex={0} role="group" aria-label={strings.answer.table}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} style={align(index)}>
                {inlines(cell.tokens, charts)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={index} style={align(index)}>
                  {inlines(cell.tokens, charts)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inlines = (tokens: Token[] | undefined, charts: Chart[]): ReactNode => tokens?.map((token, index) => inline(token, index, charts));

function inline(token: Token, key: number, charts: Chart[]): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong key={key}>{inlines(token.tokens, charts)}</strong>;
    case 'em':
      return <em key={key}>{inlines(token.tokens, charts)}</em>;
    case 'del':
      return <del key={key}>{inlines(token.tokens, charts)}</del>;
    case 'codespan':
      return <code key={key}>{unescaped((token as Tokens.Codespan).text)}</code>;
    case 'br':
      return <br key={key} />;
    case 'link': {
      const { href } = token as Tokens.Link;
      const safe = /^(https?:|#)/i.test(href);
      return safe ? (
        <a key={key} href={href} rel="noreferrer noopener">
          {inlines(token.tokens, charts)}
        </a>
      ) : (
        <span key={key}>{inlines(token.tokens, charts)}</span>
      );
    }
    case 'image':
      return <Picture key={key} image={token as Tokens.Image} charts={charts} />;
    case 'text':
    case 'escape':
      return token.type === 'text' && token.tokens ? inlines(token.tokens, charts) : unescaped((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

function Picture({ image, charts }: { image: Tokens.Image; charts: Chart[] }) {
  const name = image.href.replace(/^.*[/:]/, '').replace(/\.\w+$/, '');
  const chart = charts.find((item) => item.id === name || item.title === image.text);
  if (chart)
    return (
      <Guarded brief={strings.chart.failed}>
        {/* The finding that it shows stands over it as a heading. */}
        <ChartCard chart={chart} rows={null} untitled />
      </Guarded>
    );
  if (/^data:image\/(png|svg\+xml|jpeg);/i.test(image.href)) return <img src={image.href} alt={image.text} />;
  return <em>{image.text}</em>;
}

const NAMED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (found) => NAMED[found] ?? found);
