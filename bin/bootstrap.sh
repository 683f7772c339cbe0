# Sourced by the commands beside it: finds or fetches Node, installs the packages, builds. Sets `root`, the checkout.
# shellcheck shell=bash
set -euo pipefail
# What is installed and built here the users of the realms and of the gateway read; the data folder has modes of its own.
umask 022

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
node_version=24.21.0

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# The version, and the commit of a checkout.
version() {
  local number commit
  number=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$root/package.json")
  commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || true)
  echo "Realmkeep $number${commit:+ ($commit)}"
}

if [[ ${1-} == --version ]]; then
  version
  exit 0
fi

# quietly <what> <command …>: one line of progress; the command's output only if it fails.
quietly() {
  local what=$1 log=$root/.tools/bootstrap-$BASHPID.log since=$SECONDS
  shift
  printf '%s … ' "$what"
  if "$@" >"$log" 2>&1 </dev/null; then
    printf '%s s\n' $((SECONDS - since))
    rm -f "$log"
  else
    printf 'failed\n'
    if (($(wc -l <"$log") > 60)); then
      head -n 30 "$log" >&2
      printf '…\n' >&2
    fi
    tail -n 30 "$log" >&2
    fail "The whole output is in $log."
  fi
}

# Runs a command as a user who is nobody in particular.
as_other() { setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; }

# Whether, as root, the users that realms and the gateway run as cannot enter the checkout: below /root, say.
is_closed() { [[ $EUID == 0 ]] && as_other true && ! as_other test -r "$root/package.json"; }

# What the programs in apps/supervisor are told besides the user's flags: `origin`.
origin=(--checkout "$root")
if is_closed; then origin+=(--default-data-dir /var/lib/realmkeep/data); fi

# node_serves <node>: whether it is new enough and, as root, open to the users that realms and the gateway run as.
node_serves() {
  [[ $("$1" -p 'Number(process.versions.node.split(".")[0]) >= 24' 2>/dev/null) == true ]] || return 1
  [[ $EUID != 0 || $1 == "$root"/* ]] || as_other "$1" --version >/dev/null 2>&1
}

# Puts a Node that serves first in PATH, if there is one.
find_node() {
  local found
  found=$(command -v node || true)
  if [[ -n $found ]] && node_serves "$(readlink -f "$found")"; then return 0; fi
  node_serves "$root/.tools/node/bin/node" || return 1
  PATH=$root/.tools/node/bin:$PATH
}

fetch_node() {
  local machine sum temporary archive
  case $(uname -sm) in
    'Linux x86_64') machine=x64 sum=61ecf27ad70afee991b671c28561eb497028294a67d132f9bbaac9ad73f81d3b ;;
    'Linux aarch64') machine=arm64 sum=fba3076c16d21e5d814577436bdcb782b9b66bed09c6fa8278298e8933288bbb ;;
    *) fail "Install Node 24 or later: there is none to fetch for $(uname -sm)." ;;
  esac
  temporary=$(mktemp -d "$root/.tools/node.XXXXXX") || return 1
  # npm's own registry settings count, and npm checks what it gets against the registry; the sum, against this file.
  archive=$(cd "$temporary" && npm pack --silent "node-linux-$machine@$node_version") &&
    echo "$sum  $temporary/$archive" | sha256sum --check --quiet &&
    tar -xzf "$temporary/$archive" -C "$temporary" --no-same-owner package/bin/node package/LICENSE &&
    chmod -R a+rX "$temporary/package" &&
    rm -rf "$root/.tools/node" &&
    mv "$temporary/package" "$root/.tools/node" &&
    rm -rf "$temporary"
}

ensure_node() {
  find_node && return 0
  command -v npm >/dev/null || fail 'Node and npm are missing. On Debian: apt-get install nodejs npm'
  mkdir -p "$root/.tools"
  quietly "Fetching Node $node_version" fetch_node
  find_node || fail "Node $node_version does not run on this machine."
}

# An update may bring a Node with fewer faults. Where that is not to be had, the present one goes on.
renew_node() {
  local present=$root/.tools/node/bin/node
  [[ ! -x $present || $("$present" --version) == "v$node_version" ]] || (quietly "Fetching Node $node_version" fetch_node) || true
}

# Once for each state of the lock file, by one process at a time.
install_packages() {
  local stamp=$root/node_modules/.installed sum
  sum=$(sha256sum <"$root/package-lock.json")
  if [[ -f $stamp && $(<"$stamp") == "$sum" ]]; then return 0; fi
  command -v npm >/dev/null || fail 'npm is missing. On Debian: apt-get install npm'
  mkdir -p "$root/.tools"
  (
    flock 7
    if [[ -f $stamp && $(<"$stamp") == "$sum" ]]; then exit 0; fi
    # No package needs its install script. NODE_ENV=production must not leave out what builds the page.
    quietly 'Installing the packages' npm ci --prefix "$root" --include=dev --ignore-scripts --no-audit --no-fund
    printf '%s\n' "$sum" >"$stamp"
  ) 7>"$root/.tools/installing" || exit
}

# install_missing <what is without them>: reads lines of a file (perhaps with a *) or command, and the Debian packages that have it. Those that are missing
# it installs in one go, as root; services of theirs stay off, invoke-rc.d(8).
install_missing() {
  local without=$1 needed packages missing=()
  while read -r needed packages; do
    # shellcheck disable=SC2206
    compgen -G "$needed" >/dev/null || command -v "$needed" >/dev/null || missing+=($packages)
  done
  # Until packages are installed, services of theirs stay off. A killed installation leaves that behind.
  local policy=/usr/sbin/policy-rc.d mark='# Until Realmkeep has installed packages.'
  if ((${#missing[@]} == 0)); then
    [[ $EUID != 0 ]] || ! grep -qxF "$mark" "$policy" 2>/dev/null || rm -f "$policy"
    return 0
  fi
  if [[ $EUID != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "$without As root: apt-get install -y --no-install-recommends ${missing[*]}"
    return 0
  fi
  (
    export DEBIAN_FRONTEND=noninteractive
    if [[ ! -e $policy ]] || grep -qxF "$mark" "$policy"; then
      trap 'rm -f "$policy"' EXIT
      printf '#!/bin/sh\n%s\nexit 101\n' "$mark" >"$policy"
      chmod +x "$policy"
    fi
    quietly "Installing ${missing[*]}" sh -c \
      "apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 ${missing[*]}"
  ) || true
}

# The programs that realms are walled in with, and given a way to the internet. Without them it runs too, with less: bin/doctor says what.
walls='/usr/bin/bwrap bubblewrap
ip iproute2
/usr/sbin/nft nftables'

# build_part <what> <a file that it makes> <folders …>: once for each state of the folders, the packages and Node, whose compiled code is among what is
# built; by one process at a time.
build_part() {
  local what=$1 made=$root/$2 stamp=$root/.tools/built-$1 sum
  shift 2
  sum=$(
    cd "$root"
    {
      node --version
      find "$@" \( -name node_modules -o -name dist -o -name test \) -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum package.json package-lock.json rolldown.config.ts
    } | sha256sum
  )
  mkdir -p "$root/.tools"
  (
    flock 8
    if [[ -f $made && -f $stamp && $(<"$stamp") == "$sum" ]]; then exit 0; fi
    # Half of a build that was broken off must not pass for the one before.
    rm -f "$stamp"
    quietly "Building the $what" npm run "build:$what" --prefix "$root"
    printf '%s\n' "$sum" >"$stamp"
  ) 8>"$root/.tools/building" || exit
}

build_programs() {
  build_part programs apps/supervisor/dist/main.js apps/{api,fake-providers,gateway,guests,host,realm-server,supervisor} packages
}

build_all() {
  build_programs
  build_part pages apps/web/dist/pages.json apps/web packages
}

# Node, packages and build, by one process at a time.
prepare() {
  if [[ ! -w $root ]]; then
    [[ -f $root/apps/supervisor/dist/main.js && -f $root/apps/web/dist/pages.json ]] || fail "Nothing is built, and you may not write to $root: its owner runs bin/start first."
    find_node || fail 'Install Node 24 or later.'
    return 0
  fi
  mkdir -p "$root/.tools"
  exec 9>"$root/.tools/lock"
  if ! flock -n 9; then
    echo 'Waiting for another start from this folder …'
    flock 9
  fi
  renew_node
  ensure_node
  install_packages
  build_all
  exec 9>&-
}

# Sets `app`, what runs: the checkout, or a copy of it where the users that realms and the gateway run as cannot enter that.
enter_app() {
  app=$root
  if is_closed; then
    app=$(node "$root/apps/supervisor/src/copy-app.ts" "$root")
    PATH=$app/.tools/node/bin:$PATH
  fi
}
