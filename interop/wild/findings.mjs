// What was found in one server, as the text that is kept in findings/.

// Rules that judge how long something takes. Whether they hold is the machine's doing as well, so nothing of them is kept.
const timed = ['live-connect-time', 'live-exit', 'live-list-time', 'live-voice'];

/**
 * Writes the findings down, by place: the level for all hosts, the rule, and in brackets what OpenAI's hosts and Anthropic's make
 * of it where that differs ("-" is nothing). reports are those of the profiles portable, openai and anthropic; the first was probed,
 * and what only a probe shows has the level of that one alone.
 */
export function written(reports, scratch) {
  const [portable, ...hosts] = reports;
  const found = new Map();
  for (const [i, report] of reports.entries()) {
    for (const f of report.found.filter((f) => !timed.includes(f.rule))) {
      const key = JSON.stringify([f.path, f.rule, f.says]);
      if (!found.has(key)) found.set(key, { ...f, levels: reports.map(() => '-') });
      found.get(key).levels[i] = f.level;
    }
  }
  let text = `${portable.server.name} ${portable.server.version}\n`;
  let place;
  for (const f of [...found.values()].sort(byPlace)) {
    if (f.path !== place) text += `\n${f.path}\n`;
    place = f.path;
    const [level, ...others] = f.levels;
    const differ = f.rule.startsWith('live-') ? [] : others.flatMap((l, i) => (l === level ? [] : [`${hosts[i].profile}: ${l}`]));
    text += `  ${level} ${f.rule}${differ.length ? ` (${differ.join(', ')})` : ''}\n    ${stable(f.says, scratch)}\n`;
  }
  return text;
}

function byPlace(a, b) {
  const [x, y] = [a, b].map((f) => [f.path, f.rule, f.says].join('\n'));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The sentence without what differs from run to run and from machine to machine. */
function stable(says, scratch) {
  return says.replaceAll(scratch, 'SCRATCH').replace(/\btook [\d.]+ m?s\b/g, 'took SOME TIME');
}
