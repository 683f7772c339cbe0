id -u
pwd
