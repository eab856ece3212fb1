# Runs each script that is named with stand-ins for curl and claude, and prints the words they were given: one after
# another, each ended by NUL, the list of a script by another.
export OPENAI_API_KEY=key ANTHROPIC_API_KEY=key INVENTORY_TOKEN=INVENTORY_TOKEN
unset OPENAI_BASE_URL ANTHROPIC_BASE_URL
curl() { printf '%s\0' "$@"; }
claude() { printf '%s\0' "$@"; }
for script; do
  . "$script"
  printf '\0'
done
