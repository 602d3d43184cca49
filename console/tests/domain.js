// What is pure needs no browser: the modules of src/domain, as Node.js runs them.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export function domain(name) {
  const source = readFileSync(new URL(`../src/domain/${name}.ts`, import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: 'es2023', module: 'commonjs' } });
  const exports = {};
  new Function('exports', 'require', outputText)(exports, (path) => domain(path.replace('./', '')));
  return exports;
}
