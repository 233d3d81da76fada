package main

import "os"

func main() { clients[os.Args[1]]() }
